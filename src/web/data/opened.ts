import { createStore } from './store.ts'

/** A configuration that this browser has opened, since nobody can recover a lost UUID. */
export type Opened = { readonly uuid: string; readonly name: string | null; readonly at: number }

const key = 'configurations'
const most = 20

function read(): readonly Opened[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? (found as Opened[]) : []
  } catch {
    return []
  }
}

export const opened = createStore(read())

// Other tabs write the same list.
window.addEventListener('storage', (event) => {
  if (event.key === key) opened.set(read())
})

function write(next: readonly Opened[]): void {
  opened.set(next)
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // A private window may keep nothing.
  }
}

export function rememberConfiguration(uuid: string, name?: string | null): void {
  const known = read()
  const before = known.find((one) => one.uuid === uuid)
  const entry = { uuid, name: name === undefined ? (before?.name ?? null) : name, at: Date.now() }
  write([entry, ...known.filter((one) => one.uuid !== uuid)].slice(0, most))
}

export function forgetConfiguration(uuid: string): void {
  write(read().filter((one) => one.uuid !== uuid))
}
