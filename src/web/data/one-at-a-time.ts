const last = new Map<string, Promise<unknown>>()

/** One at a time of each kind: a browser has six connections, and what is slow takes only one of them. */
export async function oneAtATime<T>(kind: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(kind) ?? Promise.resolve()
  const mine = before.then(work, work)
  last.set(kind, mine)
  try {
    return await mine
  } finally {
    if (last.get(kind) === mine) last.delete(kind)
  }
}
