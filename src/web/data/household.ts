import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { HouseholdDocument } from '../documents.ts'
import { useConfiguration, useInherited } from './configuration.ts'
import type { Configuration } from './configuration.ts'
import { request } from './request.ts'

/** New text, or that the stored secret stays. */
export type Secret = string | { readonly set: true } | null

/** When a user may use the service, in hours since midnight. */
export type Schedule = {
  readonly dayOfWeek: string
  readonly startHour: number
  readonly endHour: number
}

/** As the configuration writes it; what pages do not know stays as it is. */
export type UserEntry = {
  readonly id?: string
  readonly name?: string
  readonly avatar?: string | null
  readonly hidden?: boolean
  readonly private?: boolean
  readonly pin?: Secret
  readonly password?: Secret
  readonly personal?: boolean
  readonly historyOf?: string | null
  /** An age, or a rating of any country. */
  readonly maxRating?: number | string | null
  readonly blockUnrated?: boolean
  readonly blockedGenres?: readonly string[] | null
  readonly accessSchedules?: readonly Schedule[] | null
  readonly minutesPerDay?: number | null
  readonly timeZone?: string | null
}

export type MediaServer = {
  readonly enabled?: boolean
  readonly owner?: UserEntry
  readonly users?: readonly UserEntry[]
  readonly libraries?: {
    readonly order?: readonly string[]
    readonly hidden?: readonly string[]
    readonly maxItems?: number
  }
  readonly versions?: {
    readonly max?: number
    readonly resolveOnOpen?: boolean
    readonly remember?: boolean
  }
  readonly timeZone?: string | null
  /** An object counts as yes. */
  readonly proxy?: boolean | object
}

const nothing: MediaServer = {}

export function mediaServerOf({ mediaServer }: Configuration): MediaServer {
  return (mediaServer as MediaServer | undefined) ?? nothing
}

/** An object without values says nothing, except of `proxy`. */
export function withoutEmpty(mediaServer: MediaServer): MediaServer {
  const { owner, libraries, versions, ...rest } = mediaServer
  const said = Object.entries({ owner, libraries, versions }).filter(
    ([, value]) => value !== undefined && Object.keys(value).length > 0,
  )
  return { ...rest, ...Object.fromEntries(said) }
}

export function withMediaServer(configuration: Configuration, part: MediaServer): Configuration {
  const { mediaServer: _before, ...others } = configuration
  return Object.keys(part).length === 0 ? others : { ...others, mediaServer: part }
}

/** The value inherited from the parent: null without a parent, undefined until it is known. */
export type Inherited = MediaServer | null | undefined

export function useInheritedMediaServer(): Inherited {
  const inherited = useInherited()
  return inherited && mediaServerOf(inherited)
}

/** Whether apps can sign in, as it is saved; undefined until it is known. */
export function useMediaServerIsOn(): boolean | undefined {
  const own = mediaServerOf(useConfiguration().userData).enabled
  const inherited = useInheritedMediaServer()
  if (own !== undefined) return own
  return inherited === undefined ? undefined : (inherited?.enabled ?? true)
}

export const householdKey = ['household'] as const

/** The users as they are saved, by id; empty until the service has answered, and where the media server is off. */
export function useHousehold() {
  const isOn = useMediaServerIsOn()
  const { data, error, refetch } = useQuery({
    queryKey: householdKey,
    queryFn: async () => (await request(HouseholdDocument)).serviceUsers,
    enabled: isOn === true,
  })
  return { users: new Map((data ?? []).map((one) => [one.user.id, one])), error, refetch }
}

export function useOwnerName(): string {
  const { t } = useLingui()
  const owner = [...useHousehold().users.values()].find(({ user }) => user.isOwner)
  return owner?.user.name ?? t`the first user`
}
