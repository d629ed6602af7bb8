/** The smallest lab with a peer: two machines without data disks. */
export const twoNodes = `all:
  vars: { admin_ip: 10.10.10.10, vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  children:
    lab:
      hosts:
        10.10.10.10: { nodename: meta }
        10.10.10.11: { nodename: node-1 }
`;

/** One machine without data disks. */
export const oneNode = twoNodes.replace(/ *10\.10\.10\.11.*\n/u, '');
