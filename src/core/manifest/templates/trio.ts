/** A control node and a cluster of two that is named after its members. */
export const trioTemplate = `# A control node and two database nodes, pg-test-1 and pg-test-2.
all:
  vars:
    admin_ip: 10.10.10.10
    vm_image: local-mini        # made on this machine by: paddock image build mini
    vm_cpu: 1
    vm_mem: 256MiB
    vm_disk: 1
    vm_disks: []
  children:
    infra:
      hosts:
        10.10.10.10: { nodename: meta }
    pg-test:
      vars:
        pg_cluster: pg-test     # with pg_seq it makes the name of a node that has no nodename
        vm_disks: [{ path: /data, size: 1GiB, persistent: true }]
      hosts:
        10.10.10.11: { pg_seq: 1 }
        10.10.10.12: { pg_seq: 2 }
`;
