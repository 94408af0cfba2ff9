"""Examining a bot: what it must be able to do, sentence by sentence.

`tables` says what is played, `examine` plays it, `found` holds what was seen, `verdicts` judges that.
"""
