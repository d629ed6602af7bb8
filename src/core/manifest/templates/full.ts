/** Four nodes and every variable, those that are not needed as comments. */
export const fullTemplate = `# Four nodes, and every variable that there is. What is commented out shows another value than its default.
all:
  vars:
    admin_ip: 10.10.10.10       # the control node; without it the first host
    # node_admin_username: dba  # login user of all nodes
    vm_image: local-mini        # alias, alias:channel, alias@version or local-name; default u24
    # vm_version: "24.04"       # newest version with this prefix, for images by alias
    # vm_arch: amd64            # native, amd64, arm64
    # vm_accel: tcg             # auto, kvm, hvf, tcg
    # vm_network: user          # user, bridge
    vm_cpu: 1
    vm_mem: 256MiB              # a plain number is MiB; units are KiB MiB GiB TiB and KB MB GB TB
    vm_disk: 1                  # root disk; a plain number is GiB
    vm_disks: []                # default: one of 128 GiB on /data
  children:
    infra:
      hosts:
        10.10.10.10:
          nodename: meta
          vm_protect: true      # recreate, destroy and purge refuse this node
          # vm_alias: [console.lab]
          # vm_ports: ["8080:80"]
    data:
      vars:
        vm_disks: [{ path: /data, size: 1GiB, fs: ext4, persistent: true }]
      hosts:
        10.10.10.11: { nodename: node-1 }
        10.10.10.12: { nodename: node-2, vm_mem: 512MiB }
        10.10.10.13:
          nodename: node-3
          # vm_shares: [{ host: /home/me/src, guest: /src, readonly: true }]
          # vm_user_data: user-data.yml
    later:
      hosts:
        10.10.10.14: { nodename: node-4, vm_skip: true }   # in the inventory, not ours
`;
