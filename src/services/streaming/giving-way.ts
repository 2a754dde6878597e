/** What the work answers, unless another one is found meanwhile: the search begins after `afterMs`, and ends the work. */
export async function givingWay<T, Other>(
  client: AbortSignal,
  afterMs: number,
  work: (signal: AbortSignal) => Promise<T>,
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
  try {
    return { done: await work(AbortSignal.any([client, leaving.signal])) }
  } catch (error) {
    if (other === null || client.aborted) throw error
    return { other }
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}
