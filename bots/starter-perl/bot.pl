# A bot to start from: it plays any move of any game. The place to think is `choose`.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # each answer leaves at once: one that stays in the buffer comes too late

# The place in @$legal of the move to make; $ms is the time there is for it.
#
# $view is all that this seat may know: use Data::Dumper and print STDERR, never plain print, since stdout is
# for answers. In Hielenlikkers the own hand is $view->{hands}[$view->{seat}], a list of cards such as
# [17, "hare", "noble"], and a move looks like {card => 17, where => "above"}.
sub choose {
    my ($view, $legal, $ms, $luck) = @_;
    return $luck->(scalar @$legal);
}

# A source of numbers below a count, always the same for the same words.
sub luck_from {
    my ($words) = @_;
    my $state = 5381;
    $state = ($state * 33 + ord) % 2147483647 for split //, $words;
    return sub {
        my ($count) = @_;
        $state = ($state * 48271 + 11) % 2147483647;
        return int($state / 2147483647 * $count);
    };
}

my $json = JSON::PP->new;
my ($seat, $luck) = (0, luck_from(""));

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    my $type    = $message->{type};
    if ($type eq "hello") {    # what is played, where we sit, the clock: once for all matches
        $seat = $message->{seat};
        print qq({"type":"ready"}\n);
    }
    elsif ($type eq "start") {    # a fresh match: luck hangs on it and on the seat alone
        $luck = luck_from("$message->{match} $seat");
    }
    elsif ($type eq "act") {
        my $choice = choose($message->{view}, $message->{legal}, $message->{ms}, $luck);
        print qq({"id":$message->{id},"choice":$choice}\n);
    }
    elsif ($type eq "bye") {
        last;
    }
}
