# Stands in for Valkey: Debian's Redis under Valkey's names.
ARG DEBIAN
FROM $DEBIAN
RUN apt-get update && apt-get install -y --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/*
RUN ln -s redis-server /usr/bin/valkey-server && ln -s redis-cli /usr/bin/valkey-cli \
 && useradd --uid 999 --no-create-home valkey && mkdir /data && chown valkey: /data
WORKDIR /data
CMD ["valkey-server"]
