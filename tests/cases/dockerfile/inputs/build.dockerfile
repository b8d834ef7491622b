# syntax=docker/dockerfile:1
ARG GO=1.22

# Compiles.
FROM golang:${GO} AS build
WORKDIR /src
COPY . .
# Slow.
RUN go build \
    -o /app \
    .

FROM alpine:3
RUN apk add curl
RUN apk add git
COPY --from=build /app /app
CMD ["/app"]
