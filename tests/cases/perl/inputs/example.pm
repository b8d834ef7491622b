package Cart;

sub add {
    my ($self) = @_;
    if ($self->{open) {
        $self->save;
    }
}

sub touch {
    my ($self) = @_;
    $self->{touched} = 1;
}

1;
