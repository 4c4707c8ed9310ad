def rate(cents):
    return rounded(cents) * 2


def rounded(cents):
    return cents if cents else 0
