#!/bin/bash
# A real S3 server for tests, on loopback only: Ceph's object gateway (radosgw) over one monitor and one
# BlueStore OSD in a sparse file.
#   usage: ceph.sh DATA_DIR PORT [keep]
#   also uses PORT+1 for the monitor, and PORT+2 to PORT+20 for the other daemons
#   Debian 12: apt-get install --no-install-recommends ceph-mon ceph-osd radosgw curl
# Prints KEY=value lines and READY once the gateway responds, then stays in the foreground. On TERM, INT and
# the end of its standard input, it stops its daemons, deletes DATA_DIR and exits: its parent may just exit.
# DATA_DIR must not exist; nothing outside it is written. With `keep`, the data survives the stop. The next
# start with the same port uses it.
set -euo pipefail
[ $# = 2 ] || [ "${3:-}" = keep ] || { echo "usage: $0 DATA_DIR PORT [keep]" >&2; exit 2; }
KEEP=${3:-}
[ -n "$KEEP" ] && [ -e "$1/created" ] && IS_NEW= || { IS_NEW=yes; mkdir "$1"; }
D=$(cd "$1" && pwd); PORT=$2
ACCESS=testaccess SECRET=testsecret REGION=us-east-1

# --- shutdown -----------------------------------------------------------------------------------------------
pids=()
end() { # KILL is safe, because stored objects are on the disk; it is fast and also reaches paused processes
  trap - EXIT; trap '' TERM INT; exec 2>/dev/null
  for pid in "${pids[@]}"; do kill -KILL "$pid" || :; done
  wait || :
  [ -n "$KEEP" ] || rm -rf "$D"
  exit "$1"
}
fail() { echo "ceph.sh: $1" >&2; tail -n 5 "$D"/log/*.out "$D"/log/mkfs.log >&2 || :; end 1; }
trap 'end 0' TERM INT; trap 'fail "line $LINENO failed"' EXIT
# End of standard input: the parent has exited.
{ while read -r _; do :; done; kill -TERM $$; } <&0 2>/dev/null & pids+=($!)
# Each daemon is killed when this script exits, even if the script itself is killed with KILL.
daemon() { local out=$D/log/$1.out; shift; setpriv --pdeathsig KILL "$@" </dev/null >"$out" 2>&1 & pids+=($!); }
# Runs a set-up command in the background, so that a TERM is handled at once and not after the command.
step() { setpriv --pdeathsig KILL timeout 60 "$@" </dev/null >>"$D/log/mkfs.log" 2>&1 & wait $!; }

# --- configuration: one keyring for every daemon, one copy of everything -----------------------------------
export CEPH_CONF=$D/ceph.conf
if [ -n "$IS_NEW" ]; then
mkdir -p "$D"/{log,run,rgw,mon,osd}
FSID=$(cat /proc/sys/kernel/random/uuid) MON="[v2:127.0.0.1:$((PORT + 1))]"
cat >"$CEPH_CONF" <<CONF
[global]
fsid = $FSID
mon_host = $MON
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
ms_bind_port_min = $((PORT + 2))
ms_bind_port_max = $((PORT + 20))
keyring = $D/keyring
auth_allow_insecure_global_id_reclaim = false
run_dir = $D/run
admin_socket = $D/run/\$name.asok
crash_dir = $D/log
log_file = $D/log/\$name.log
pid_file =
mon_data = $D/mon
osd_data = $D/osd
rgw_data = $D/rgw
mon_cluster_log_file = $D/log/cluster.log
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
paxos_propose_interval = 0.05
osd_objectstore = bluestore
bluestore_block_size = 10737418240
rgw_frontends = beast endpoint=127.0.0.1:$PORT tcp_nodelay=1
rgw_max_listing_results = 50
CONF
fi

# --- monitor ------------------------------------------------------------------------------------------------
# (authentication cannot be switched off: with auth "none" radosgw 16.2.15 hangs in send_auth_request)
if [ -n "$IS_NEW" ]; then
ALL=(--gen-key --cap mon 'allow *' --cap osd 'allow *')
step ceph-authtool -C "$D/keyring" -n mon. "${ALL[@]}"
for who in client.admin osd.0 client.rgw; do step ceph-authtool "$D/keyring" -n $who "${ALL[@]}"; done
step monmaptool --create --clobber --fsid "$FSID" --addv a "$MON" --set-min-mon-release pacific "$D/monmap"
step ceph-mon --mkfs -i a --monmap "$D/monmap" --keyring "$D/keyring"
fi
daemon mon ceph-mon -i a -f
# --- OSD ----------------------------------------------------------------------------------------------------
if [ -n "$IS_NEW" ]; then
OSD=$(cat /proc/sys/kernel/random/uuid)
step ceph osd new "$OSD" 0
step ceph-osd -i 0 --mkfs --osd-uuid "$OSD"
fi
daemon osd ceph-osd -i 0 -f
# --- gateway ------------------------------------------------------------------------------------------------
[ -z "$IS_NEW" ] ||
  step radosgw-admin user create --uid=tester --display-name=tester --access-key="$ACCESS" --secret="$SECRET"
touch "$D/created"
daemon rgw radosgw -n client.rgw -f
RGW=$!
code=
for _ in $(seq 600); do
  code=$(curl -s -m 5 -o /dev/null -w '%{http_code}' "http://127.0.0.1:$PORT/" </dev/null || :)
  [ "$code" = 200 ] && break
  for pid in "${pids[@]}"; do kill -0 "$pid" 2>/dev/null || fail "a daemon exited during the start"; done
  sleep 0.1
done
[ "$code" = 200 ] || fail "radosgw did not respond"
printf '%s\n' "S3_ENDPOINT=http://127.0.0.1:$PORT" "S3_ACCESS_KEY=$ACCESS" "S3_SECRET_KEY=$SECRET" \
  "S3_REGION=$REGION" "S3_PID=$RGW" READY
wait -n || :   # if any daemon exits, the server stops
fail "a daemon exited"
