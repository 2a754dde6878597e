import { z } from 'zod'
import { ownMessage } from '../../core/plain-issues.ts'
import { suggested, text } from '../word-schemas.ts'
import { maxRules } from './bounds.ts'
import { timeZone, userLimits } from './user-limits.ts'

/** Shown in place of a stored secret. Compared exactly, so that nobody can send a hash instead of a secret. */
const secretPlaceholder = z.object({
  set: z.literal(true).describe('keeps the secret that is stored'),
})

const pin = z.union(
  [z.string().regex(/^\d{4,12}$/, { error: ownMessage('NOT_A_PIN') }), secretPlaceholder],
  { error: ownMessage('NOT_A_PIN_TO_KEEP') },
)

const avatar = z
  .string()
  .refine(
    (value) =>
      (/^https:\/\//i.test(value) && URL.canParse(value)) ||
      (/^data:image\//i.test(value) && value.length <= 140_000),
    { error: ownMessage('NOT_A_PICTURE') },
  )
  .meta({ pattern: '^([Hh][Tt][Tt][Pp][Ss]://|[Dd][Aa][Tt][Aa]:[Ii][Mm][Aa][Gg][Ee]/)' })

const profile = {
  avatar: avatar.nullish().describe('a picture: an https address, or a data URL of up to 100 KB'),
  hidden: z
    .boolean()
    .optional()
    .describe('whether others do not see this user in lists')
    .meta({ default: false }),
  pin: pin.nullish().describe('4 to 12 digits that are asked for, or {"set": true} to keep it'),
  private: z
    .boolean()
    .optional()
    .describe(
      'whether the history is for this user and the first one alone; default: where there is a PIN or a password',
    ),
}

const user = z.looseObject({
  id: text.optional().describe('made when it is saved; leave it out for a new user'),
  name: text.min(1).describe('unlike the names of the others'),
  ...profile,
  password: z
    .union([z.string().min(1).max(256), secretPlaceholder], {
      error: ownMessage('NOT_A_PASSWORD'),
    })
    .nullish()
    .describe('a password of their own, or {"set": true} to keep it'),
  personal: z
    .boolean()
    .optional()
    .describe(
      'whether this user has an address of their own, which `serviceUsers` names, and sees none of the others',
    )
    .meta({ default: false }),
  historyOf: suggested(['owner'])
    .nullish()
    .describe('name or id of the user whose history is shared; owner for the first'),
  ...userLimits,
})

export const mediaServer = z
  .looseObject({
    enabled: z
      .boolean()
      .optional()
      .describe('whether apps for media servers can sign in')
      .meta({ default: true }),
    owner: z
      .looseObject({
        name: text.min(1).optional().describe('shown in apps'),
        ...profile,
      })
      .optional()
      .describe('the first user, who has the password of the configuration'),
    users: z.array(user).max(50).optional().describe('the other users of the household'),
    timeZone: timeZone
      .nullish()
      .describe('an IANA time zone such as Europe/Berlin; default: that of the server'),
    libraries: z
      .looseObject({
        order: z
          .array(text)
          .max(maxRules)
          .optional()
          .describe('names of libraries that come first; <source id>/* for the others of a source'),
        hidden: z
          .array(text)
          .max(maxRules)
          .optional()
          .describe('names of libraries that are not shown'),
        maxItems: z
          .number()
          .int()
          .min(1)
          .max(100_000)
          .optional()
          .describe('most titles of one library')
          .meta({ default: 1_000 }),
      })
      .optional()
      .describe('catalogs of the sources, as apps show them'),
    versions: z
      .looseObject({
        max: z
          .number()
          .int()
          .min(1)
          .max(1_000)
          .optional()
          .describe('most versions of one title')
          .meta({ default: 25 }),
        resolveOnOpen: z
          .boolean()
          .optional()
          .describe(
            'whether streams are looked up when a title is opened, or only when it is played',
          )
          .meta({ default: true }),
        remember: z
          .boolean()
          .optional()
          .describe(
            'whether the versions of an episode begin with the one most like what the user watched last of its series',
          )
          .meta({ default: true }),
      })
      .optional()
      .describe('streams, as apps show them'),
    proxy: z
      .union([z.boolean(), z.looseObject({})])
      .optional()
      .describe('whether the service carries every stream itself, in place of a redirect')
      .meta({ default: false }),
  })
  .describe('the configuration as a media server')
