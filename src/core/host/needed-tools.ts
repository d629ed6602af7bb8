/** A program, or a file, that the distribution brings and that something of ours needs. */
export interface NeededTool {
  /** Name of the program; `UEFI firmware` and absolute paths are files. */
  readonly tool: string;
  /** Debian packages that bring it, depending on the release: the first that the host knows. */
  readonly packages: readonly [string, ...string[]];
  readonly purpose: ToolPurpose;
}

export type ToolPurpose = 'machines' | 'shares' | 'firmware' | 'mini' | 'debian';

/** What a purpose is called, and whether nothing works without it. */
export const toolPurposes = {
  machines: { words: 'machines and the way into them', required: true },
  firmware: { words: 'machines that boot by UEFI', required: false },
  shares: { words: 'vm_shares', required: false },
  mini: { words: 'image build mini', required: false },
  debian: { words: 'image build debian', required: false },
} as const satisfies { readonly [P in ToolPurpose]: { readonly words: string; readonly required: boolean } };

const ofEveryHost: readonly NeededTool[] = [
  { tool: 'qemu-img', packages: ['qemu-utils'], purpose: 'machines' },
  { tool: 'ssh', packages: ['openssh-client'], purpose: 'machines' },
  { tool: 'ssh-keygen', packages: ['openssh-client'], purpose: 'machines' },
  { tool: 'scp', packages: ['openssh-client'], purpose: 'machines' },
  // A package of its own since QEMU 8; before that a part of QEMU's.
  { tool: 'virtiofsd', packages: ['virtiofsd', 'qemu-system-common'], purpose: 'shares' },
];

/** The recipes build on amd64 only. */
const ofRecipes: readonly NeededTool[] = [
  { tool: 'mcopy', packages: ['mtools'], purpose: 'mini' },
  { tool: 'mke2fs', packages: ['e2fsprogs'], purpose: 'mini' },
  { tool: 'cpio', packages: ['cpio'], purpose: 'mini' },
  { tool: 'zstd', packages: ['zstd'], purpose: 'mini' },
  { tool: '/etc/ssl/certs/ca-certificates.crt', packages: ['ca-certificates'], purpose: 'mini' },
  { tool: 'mmdebstrap', packages: ['mmdebstrap'], purpose: 'debian' },
  {
    tool: '/usr/share/keyrings/debian-archive-keyring.gpg',
    packages: ['debian-archive-keyring'],
    purpose: 'debian',
  },
];

/** Everything that a host of this architecture may be asked for, what nothing works without first. */
export function neededTools(arch: 'amd64' | 'arm64'): readonly NeededTool[] {
  const own: readonly NeededTool[] =
    arch === 'amd64'
      ? [
          { tool: 'qemu-system-x86_64', packages: ['qemu-system-x86'], purpose: 'machines' },
          { tool: 'UEFI firmware', packages: ['ovmf'], purpose: 'firmware' },
          ...ofRecipes,
        ]
      : [
          { tool: 'qemu-system-aarch64', packages: ['qemu-system-arm'], purpose: 'machines' },
          { tool: 'UEFI firmware', packages: ['qemu-efi-aarch64'], purpose: 'firmware' },
        ];
  return [...own, ...ofEveryHost];
}
