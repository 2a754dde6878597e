# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The image brings its own Node, so nothing needs an install script.
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json tsconfig.json lingui.config.ts ./
RUN npm ci --ignore-scripts
COPY scripts/build-pages.js scripts/
COPY src/web src/web
COPY src/model/vocabulary.ts src/model/
COPY src/core/folded-text.ts src/core/
RUN node scripts/build-pages.js

FROM node:24-bookworm-slim
ARG BUILD_COMMIT=
ENV NODE_ENV=production DATA_DIR=/data LOG_FORMAT=json BUILD_COMMIT=$BUILD_COMMIT
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY migrations migrations
COPY schema schema
COPY src src
COPY --from=pages /app/dist dist
RUN mkdir node_modules/.cache && chown node node_modules/.cache
USER node
# Compiled code comes with the image, which usually runs on a read-only file system.
RUN --mount=type=bind,source=scripts/fill-compile-cache.js,target=/app/scripts/fill-compile-cache.js \
  node scripts/fill-compile-cache.js && test -n "$(ls node_modules/.cache/compiled)"
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Run with --read-only --tmpfs /tmp: only /data is ever written.
CMD ["node", "src/start.js"]
