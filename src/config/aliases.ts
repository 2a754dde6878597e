import { z } from 'zod'
import { splitList } from './values.ts'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export type Alias = { readonly uuid: string; readonly secret: string | null }

/** `alias:uuid` or `alias:uuid:secret`, separated by commas. */
export const aliases = z.string().transform((value, ctx): ReadonlyMap<string, Alias> => {
  const refuse = (message: string) => {
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const found = new Map<string, Alias>()
  for (const part of splitList(value)) {
    const [name = '', uuid = '', ...secret] = part.split(':')
    if (!/^[\w.-]{1,64}$/.test(name) || uuidPattern.test(name) || !uuidPattern.test(uuid))
      return refuse('must be a list of alias:uuid or alias:uuid:password')
    if (found.has(name)) return refuse(`must name the alias ${name} once`)
    found.set(name, {
      uuid: uuid.toLowerCase(),
      secret: secret.length > 0 ? secret.join(':') : null,
    })
  }
  return found
})
