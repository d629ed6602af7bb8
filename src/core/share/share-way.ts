/** How folders of the host come into a guest: from a server of their own, or from QEMU itself. */
export type ShareWay = 'virtiofs' | '9p';
