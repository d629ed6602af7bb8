/** Two nodes; the first is the control node and keeps a disk. */
export const dualTemplate = `# Two nodes. meta can ssh to node-1 by name.
all:
  vars:
    admin_ip: 10.10.10.10       # the control node
    vm_image: local-mini        # made on this machine by: paddock image build mini
    vm_cpu: 1
    vm_mem: 256MiB
    vm_disk: 1
    vm_disks: []
  children:
    lab:
      hosts:
        10.10.10.10:
          nodename: meta
          vm_disks: [{ path: /data, size: 1GiB, persistent: true }]   # destroy keeps it
        10.10.10.11: { nodename: node-1 }
`;
