/** One node, with everything that is worth knowing on the first day. */
export const singleTemplate = `# One node. Change something, then ask: paddock plan
all:
  vars:
    vm_image: local-mini        # made on this machine by: paddock image build mini
    vm_cpu: 1
    vm_mem: 256MiB              # a plain number is MiB
    vm_disk: 1                  # a plain number is GiB
    vm_disks: []                # data disks, for example [{ path: /data, size: 10, persistent: true }]
  children:
    lab:
      hosts:
        10.10.10.10: { nodename: meta }
`;
