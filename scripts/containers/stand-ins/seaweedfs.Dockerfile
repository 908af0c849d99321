# Stands in for SeaweedFS: Ceph's S3 server behind a program `weed` that accepts the command lines of docker-compose.yml.
ARG NODE
FROM $NODE
RUN apt-get update && apt-get install -y --no-install-recommends ceph-mon ceph-osd radosgw curl wget \
 && rm -rf /var/lib/apt/lists/*
COPY ceph.sh weed.mjs /opt/
RUN chmod +x /opt/ceph.sh /opt/weed.mjs && ln -s /opt/weed.mjs /usr/local/bin/weed \
 && mkdir /data && chown 1000:1000 /data
