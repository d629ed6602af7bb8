# The part of cloud-init's documents that a small guest acts on: block style YAML, one value a line.
# Writes instance-id, hostname, user, uid, authorized_keys, host_key, and nics (mac, name, dhcp, address in a line).
function value(text) {
  sub(/^[^:]*:[ \t]*/, "", text)
  return plain(text)
}
function plain(text) {
  sub(/[ \t\r]+$/, "", text)
  if (text ~ /^".*"$/ || text ~ /^'.*'$/) text = substr(text, 2, length(text) - 2)
  return text
}
function indent(text) {
  match(text, /^ */)
  return RLENGTH
}
function put(name, text) { print text > (out "/" name) }
function end_nic() {
  if (mac != "") print tolower(mac), (name == "" ? "-" : name), dhcp, (address == "" ? "-" : address) > (out "/nics")
  mac = ""; name = ""; dhcp = "false"; address = ""
}
FNR == 1 { section = ""; block = 0; n = split(FILENAME, parts, "/"); file = parts[n] }
block && (indent($0) >= block || $0 == "") { print substr($0, block + 1) > (out "/host_key"); next }
{ block = 0 }
/^[ \t]*#/ || /^[ \t]*$/ { next }
file == "meta-data" && /^instance-id:/ { put("instance-id", value($0)); next }
file == "meta-data" && /^local-hostname:/ { put("hostname", value($0)); next }
file == "user-data" && /^[a-z_]+:/ { section = $1; keys = 0; if (section == "users:") users = 0; next }
file == "user-data" && section == "users:" && /^ *- name:/ { users++; keys = 0; if (users == 1) { sub(/- /, ""); put("user", value($0)) }; next }
file == "user-data" && section == "users:" && users == 1 && /^ +uid:/ { put("uid", value($0)); next }
file == "user-data" && section == "users:" && users == 1 && /^ +ssh_authorized_keys:/ { keys = 1; next }
file == "user-data" && keys && /^ +- / { sub(/^ +- /, ""); put("authorized_keys", plain($0)); next }
file == "user-data" && section == "users:" { keys = 0; next }
file == "user-data" && section == "ssh_keys:" && /ed25519_private: *\|/ { block = indent($0) + 2; next }
file == "network-config" && /^ *ethernets:/ { nics = indent($0) + 2; next }
file == "network-config" && nics && indent($0) == nics { end_nic(); listed = 0; next }
file == "network-config" && nics && /macaddress:/ { mac = value($0); next }
file == "network-config" && nics && /set-name:/ { name = value($0); next }
file == "network-config" && nics && /dhcp4:/ { dhcp = value($0); next }
file == "network-config" && nics && /addresses:/ { text = value($0); gsub(/[][ ]/, "", text); address = plain(text); listed = 1; next }
file == "network-config" && listed && address == "" && /^ *- / { sub(/^ *- /, ""); address = plain($0); next }
END { end_nic() }
