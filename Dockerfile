# The engine of a team. It uses the PostgreSQL that COUNTERSIGN_DATABASE_URL names, so its own is left out.
FROM node:24-bookworm-slim

ARG VERSION=0.1.0

RUN apt-get update \
  && apt-get install --yes --no-install-recommends bubblewrap ca-certificates git \
  && rm -rf /var/lib/apt/lists/*

RUN npm install --prefix /opt/countersign --no-audit --no-fund --omit=optional --ignore-scripts \
    "countersign@${VERSION}" \
  && ln -s /opt/countersign/node_modules/.bin/countersign /usr/local/bin/countersign \
  && install --directory --owner=node --group=node --mode=0700 /var/lib/countersign

ENV COUNTERSIGN_DATA=/var/lib/countersign
VOLUME /var/lib/countersign
USER node

# The engine listens on the loopback address. compose.yaml puts TLS in front of it.
CMD ["countersign", "server", "run", "--port", "4711"]
