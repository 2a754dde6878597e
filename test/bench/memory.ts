import { readFileSync } from 'node:fs'

/** Coarse: what is read is the highest so far, and to look costs time that is measured. */
const everyMs = 20

/** Watches the processes that a process starts; the returned function ends that and answers the most memory that one of them held, in bytes. */
export function watchChildren(pid: number): () => number {
  let most = 0
  const timer = setInterval(() => {
    for (const child of childrenOf(pid)) most = Math.max(most, peakOf(child))
  }, everyMs)
  return () => {
    clearInterval(timer)
    return most
  }
}

function childrenOf(pid: number): string[] {
  return readWords(`/proc/${pid}/task/${pid}/children`)
}

function peakOf(pid: string): number {
  const words = readWords(`/proc/${pid}/status`)
  const at = words.indexOf('VmHWM:')
  return at < 0 ? 0 : Number(words[at + 1]) * 1_024
}

/** None where the process has ended. */
function readWords(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split(/\s+/).filter(Boolean)
  } catch {
    return []
  }
}
