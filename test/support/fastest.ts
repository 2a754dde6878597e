/** Milliseconds of the fastest of some runs: what else the machine does meanwhile only slows them down. */
export async function fastestMs(work: () => unknown, runs = 5): Promise<number> {
  let fastest = Infinity
  for (let run = 0; run < runs; run++) {
    const begun = performance.now()
    await work()
    fastest = Math.min(fastest, performance.now() - begun)
  }
  return fastest
}
