# A firmware image that answers one question: does a guest get through real, protected and long mode, and does it run there?
#
# QEMU maps the image (-bios) so that it ends at 4 GiB, where a CPU fetches its first instruction. Linked at its linear
# address; assembled by assemble.mjs, whose output amd64.json is what Paddock ships.

        .set    exit_port, 0xf4         # isa-debug-exit: QEMU ends with status 2 * value + 1
        .set    exit_value, 0x2a        # 85, which QEMU itself never uses
        .set    rounds, 50000000
        .set    pml4, 0x1000            # page tables, in RAM
        .set    pdpt, 0x2000
        .set    directory, 0x3000
        .set    base, 0xffff0000        # where the code segment starts after reset

        .section .text
        .code16
real_mode:
        cli
        lgdtl   %cs:(gdt_pointer - base)
        movl    %cr0, %eax
        orl     $1, %eax                # protected mode
        movl    %eax, %cr0
        ljmpl   $0x08, $protected_mode

        .code32
protected_mode:
        movw    $0x10, %ax
        movw    %ax, %ds
        movw    %ax, %es
        movw    %ax, %ss
        cld                             # clear three pages of tables
        xorl    %eax, %eax
        movl    $pml4, %edi
        movl    $(3 * 4096 / 4), %ecx
        rep stosl
        movl    $(pdpt + 3), pml4       # present, writable
        movl    $(directory + 3), pdpt + 3 * 8          # the fourth GiB
        movl    $0xffe00083, directory + 511 * 8        # its last 2 MiB, where this code is, onto themselves
        movl    %cr4, %eax
        orl     $0x20, %eax             # physical address extension
        movl    %eax, %cr4
        movl    $pml4, %eax
        movl    %eax, %cr3
        movl    $0xc0000080, %ecx       # EFER
        rdmsr
        orl     $0x100, %eax            # long mode enable
        wrmsr
        movl    %cr0, %eax
        orl     $0x80000000, %eax       # paging, which makes long mode active
        movl    %eax, %cr0
        ljmpl   $0x18, $long_mode

        .code64
long_mode:
        movq    $rounds, %r8            # a register that exists in long mode only
1:      decq    %r8
        jnz     1b
        movb    $exit_value, %al
        outb    %al, $exit_port
2:      hlt
        jmp     2b

        .balign 8
gdt:
        .quad   0
        .quad   0x00cf9b000000ffff      # 0x08: code, 32 bits, flat
        .quad   0x00cf93000000ffff      # 0x10: data, flat
        .quad   0x00af9b000000ffff      # 0x18: code, 64 bits
gdt_pointer:
        .word   gdt_pointer - gdt - 1
        .long   gdt

        .org    0x1f0                   # the text is linked at the last 512 bytes: this is the reset vector
        .code16
        jmp     real_mode
        .org    0x200
