import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import {
  ConfigurationDocument,
  InheritedDocument,
  InstanceDocument,
  SaveConfigurationDocument,
  WarningsDocument,
} from '../documents.ts'
import { Failure } from './failure.ts'
import { rememberConfiguration } from './opened.ts'
import { request } from './request.ts'
import { session } from './session.ts'
import { untilAnswered } from './until-answered.ts'

/** As the configuration writes it; what pages do not know stays as it is. */
export type SourceEntry = {
  readonly id?: string
  readonly type: 'stremio'
  readonly name?: string
  readonly url: string
  readonly enabled?: boolean
  /** Milliseconds. */
  readonly timeout?: number
  readonly resources?: readonly string[]
  readonly mediaTypes?: readonly string[]
}

export type Configuration = {
  readonly name?: string
  readonly sources?: readonly SourceEntry[]
  readonly [key: string]: unknown
}

const key = ['configuration'] as const
export const warningsKey = ['warnings'] as const

export const configurationQuery = queryOptions({
  queryKey: key,
  async queryFn() {
    const { me } = await request(ConfigurationDocument)
    const userData = me.userData as Configuration
    rememberConfiguration(me.uuid, userData.name ?? null)
    return { ...me, userData }
  },
})

export function useConfiguration() {
  // The button that tries again must ask, whatever the limit said.
  return useSuspenseQuery({ ...configurationQuery, retryOnMount: true }).data
}

/** For changes between two renderings. */
export function useNewestConfiguration(): () => Configuration {
  const client = useQueryClient()
  return () => client.getQueryData(configurationQuery.queryKey)!.userData
}

/** `inherited`: the configuration with what its parent gives; null without a parent, undefined while it is not known. */
export function useParent() {
  const { parentConfig } = useConfiguration().userData
  const { data, error, refetch } = useQuery({
    queryKey: ['inherited', parentConfig],
    queryFn: async () => (await request(InheritedDocument)).me.userData as Configuration,
    enabled: parentConfig != null,
  })
  if (parentConfig == null) return { inherited: null, error: null, refetch }
  return { inherited: data, error, refetch }
}

export function useInherited(): Configuration | null | undefined {
  return useParent().inherited
}

export function useWarnings() {
  return useQuery({
    queryKey: warningsKey,
    queryFn: async () => (await request(WarningsDocument)).me.warnings,
    staleTime: 60_000,
  })
}

export const instanceQuery = queryOptions({
  queryKey: ['instance'],
  queryFn: async () => (await request(InstanceDocument)).instance,
  networkMode: 'always',
  staleTime: Infinity,
})

export function useInstance() {
  return useQuery({ ...instanceQuery, refetchInterval: untilAnswered }).data
}

export type Change = {
  readonly apply: (configuration: Configuration) => Configuration
  /** Whether the change may go on top of this state, or somebody else has changed the same. */
  readonly fits: (configuration: Configuration) => boolean
}

function uuidOfSession(): string | null {
  const now = session.get()
  return 'uuid' in now ? now.uuid : null
}

/** Saves a change on top of the newest state that it fits; CONFLICT if somebody else has changed the same. */
export function useSaveConfiguration() {
  const client = useQueryClient()
  async function save({ apply, fits }: Change, isLast: boolean) {
    const { userData, etag } = await client.fetchQuery({
      ...configurationQuery,
      staleTime: isLast ? 0 : Infinity,
    })
    if (!fits(userData)) throw new Failure('CONFLICT', '')
    const input = { config: apply(userData), ifMatch: etag }
    return (await request(SaveConfigurationDocument, input)).updateUser
  }
  return useMutation({
    mutationFn: (change: Change) =>
      save(change, false).catch((error: unknown) => {
        if (error instanceof Failure && error.code === 'CONFLICT') return save(change, true)
        throw error
      }),
    onMutate: uuidOfSession,
    async onSuccess({ warnings }, _change, uuid) {
      // The answer may take seconds, in which another configuration can be opened.
      if (uuid !== uuidOfSession()) return
      await client.invalidateQueries({ queryKey: key })
      if (uuid === uuidOfSession()) client.setQueryData(warningsKey, warnings)
      // Other parts of the page may depend on it.
      void client.invalidateQueries({
        predicate: ({ queryKey: [name] }) => name !== key[0] && name !== warningsKey[0],
      })
    },
  })
}
