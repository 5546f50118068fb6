"""Computer players: from what one seat may know to what it does. They never see anything else: of
the other players, as everybody, the levels beside their names."""
