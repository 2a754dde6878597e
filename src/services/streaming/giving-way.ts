/**
 * What the work answers, or the other one that a search finds which begins after `afterMs`; the work is aborted then. Once it calls
 * `keep`, the search ends and the work goes on.
 */
export async function givingWay<T, Other>(
  client: AbortSignal,
  afterMs: number,
  work: (signal: AbortSignal, keep: () => void) => Promise<T>,
  findOther: (signal: AbortSignal) => Promise<Other | null>,
): Promise<{ readonly done: T } | { readonly other: Other }> {
  const [leaving, over] = [new AbortController(), new AbortController()]
  let other: Other | null = null
  const timer = setTimeout(() => {
    findOther(AbortSignal.any([client, over.signal]))
      .then((found) => {
        if (found === null || over.signal.aborted) return
        other = found
        leaving.abort()
      })
      .catch(() => {})
  }, afterMs)
  const keep = (): void => {
    leaving.signal.throwIfAborted()
    clearTimeout(timer)
    over.abort()
  }
  try {
    return { done: await work(AbortSignal.any([client, leaving.signal]), keep) }
  } catch (error) {
    if (other === null || client.aborted) throw error
    return { other }
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}
