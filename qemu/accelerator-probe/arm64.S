// A firmware image that answers one question: does a guest run?
//
// QEMU's virt machine maps it (-bios) at address 0, where a CPU fetches its first instruction. It counts and then asks
// PSCI to switch the machine off, which makes QEMU end with status 0; a guest that goes astray never gets there.
// Assembled by assemble.mjs, whose output arm64.json is what Paddock ships.

        .text
        movz    x0, #0xf080             // 50,000,000
        movk    x0, #0x02fa, lsl #16
1:      subs    x0, x0, #1
        b.ne    1b
        movz    w0, #0x0008             // SYSTEM_OFF, 0x84000008
        movk    w0, #0x8400, lsl #16
        hvc     #0
2:      wfi
        b       2b
