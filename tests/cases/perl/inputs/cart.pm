#!/usr/bin/perl
package Shop::Cart;

use strict;
use warnings;
use constant LIMIT => 10;

our $VERSION = '1.0';

=head2 add

Adds a line.

=cut

# Adds a line several times.
sub add {
    my ($self, $line, $count) = @_;
    if ($count > LIMIT) {
        die "too many";
    } elsif ($count < 0) {
        return;
    } else {
        $self->touch;
    }
    for my $i (1 .. $count) {
        push @{ $self->{lines} }, $line;
    }
    unless ($self->{open}) {
        warn "closed";
    }
    return $self;
}

sub total {
    my ($self) = @_;
    my $sum = 0;
    foreach my $line (@{ $self->{lines} }) {
        $sum += $line->{price};
    }
    while ($sum > 100) {
        $sum -= 1;
    }
    for (my $i = 0; $i < 3; $i++) {
        $sum++;
    }
    do {
        $sum--;
    } while ($sum > 50);
    eval {
        $self->save;
    };
    my @names = map {
        $_->{name}
    } @{ $self->{lines} };
    print <<"END";
Total: $sum
  of all
END
    return sum($sum, 1);
}

my $handler = sub {
    my ($event) = @_;
    return $event;
};

package Shop::Line;

sub new {
    my ($class, %args) = @_;
    return bless { %args }, $class;
}

BEGIN {
    require Carp;
}

1;

__END__

=head1 NAME

Shop::Cart
