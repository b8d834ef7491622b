# The compiler.
CC := gcc
SRC = a.c \
  b.c

.PHONY: all clean

# Builds it.
all: $(SRC)
	$(CC) -o cart $(SRC)
	@echo done

%.o: %.c
	$(CC) -c $<

clean:
	rm -f cart
ifdef DEBUG
FLAGS = -g
endif
