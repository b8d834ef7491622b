#!/usr/bin/env bash
set -e

TARGET="${1:-staging}"
IMAGE="shop:latest"

usage() {
  echo "usage: deploy.sh [staging|production]"
  exit 2
}

build_image() {
  echo "building $IMAGE"
  docker build -t "$IMAGE" .
}

push_image() {
  docker push "$IMAGE"
}

rollback() {
  echo "rolling back $TARGET"
  kubectl rollout undo deployment/shop
}

case "$TARGET" in
  staging|production) ;;
  *) usage ;;
esac

build_image
push_image
echo "deployed to $TARGET"
