package shop.bank;

import java.util.ArrayList;
import java.util.List;

/** An account with a history of bookings. */
public class Account {
    private final String owner;
    private long balance;
    private final List<Long> history = new ArrayList<>();

    public Account(String owner) {
        this.owner = owner;
    }

    public void deposit(long cents) {
        if (cents <= 0) {
            throw new IllegalArgumentException("cents");
        }
        balance += cents;
        history.add(cents);
    }

    public boolean withdraw(long cents) {
        if (cents > balance) {
            return false;
        }
        balance -= cents;
        history.add(-cents);
        return true;
    }

    public long getBalance() {
        return balance;
    }

    @Deprecated
    public String describe() {
        System.out.println("describe");
        return owner + ": " + balance;
    }
}
