/** Rejects with the refusal after a time; the work goes on. */
export function within<T>(ms: number, work: Promise<T>, refusal: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(refusal()), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
