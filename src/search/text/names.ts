import type { NamedLine } from './facts.ts'
import { hasVideoExtension, looksLikeRelease } from './release-line.ts'

export type Names = { readonly filename: string | null; readonly folderName: string | null }

const maxUrl = 4_000

/** Which name is the file's and which the torrent's. `stated`: the source's file name, which may be a path. */
export function chooseNames(stated: string | null, lines: readonly NamedLine[]): Names {
  if (stated !== null) {
    const slash = stated.lastIndexOf('/')
    const filename = slash < 0 ? stated : stated.slice(slash + 1)
    const holder = slash > 0 ? stated.slice(0, slash).split('/').findLast(looksLikeRelease) : null
    const folder = lines.find(({ text }) => !sameFile(text, filename))?.text ?? holder ?? null
    return { filename, folderName: folder }
  }
  const [first, second] = lines
  if (!first) return { filename: null, folderName: null }
  if (!second || sameFile(first.text, second.text)) {
    const path = first.text.lastIndexOf('/')
    const isPath = path > 0 && hasVideoExtension(first.text)
    return isPath ? chooseNames(first.text, []) : { filename: first.text, folderName: null }
  }
  const reversed = first.role === 'file' && second.role === 'folder'
  const [folder, file] = reversed ? [second, first] : [first, second]
  return {
    filename: file.text.slice(file.text.lastIndexOf('/') + 1) || file.text,
    folderName: folder.text,
  }
}

export function filenameInUrl(url: string): string | null {
  const path = url.slice(0, maxUrl).split(/[?#]/, 1)[0]!
  const name = decoded(path.slice(path.lastIndexOf('/') + 1))
  if (name === null || !hasVideoExtension(name)) return null
  return looksLikeRelease(withoutExtension(name)) ? name : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function sameFile(a: string, b: string): boolean {
  return a === b || withoutExtension(a) === withoutExtension(b)
}

function withoutExtension(name: string): string {
  return hasVideoExtension(name) ? name.slice(0, name.lastIndexOf('.')) : name
}
