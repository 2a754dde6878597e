import type { OperatorService } from '../../services/operator/service.ts'
import type { ListedOperatorSession } from '../../services/operator/sessions.ts'
import { builder } from '../builder.ts'
import { AnimeListsRef } from './anime-lists.ts'
import { BackupsRef } from './backups.ts'
import { MachineLoadRef, ProcessLoadRef } from './load.ts'
import { LimitRef, TrackerEventsRef, UpstreamRef } from './upstreams.ts'

type Health = Awaited<ReturnType<OperatorService['health']>>
type Configurations = Awaited<ReturnType<OperatorService['configurations']>>

const HealthRef = builder.objectRef<Health>('InstanceHealth').implement({
  description: 'Whether the service can serve.',
  fields: (t) => ({
    problems: t.exposeStringList('problems', {
      description: 'Why it cannot serve now, as `/readyz` says; empty if it can.',
    }),
    version: t.exposeString('version', { description: 'The version of the service.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When the process that answers was started.',
    }),
  }),
})

const ConfigurationsRef = builder.objectRef<Configurations>('ConfigurationCounts').implement({
  description:
    'How many configurations there are, and how many were used: searched with, changed, or asked by a signed-in device, browser or program.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All configurations.' }),
    usedLastDay: t.exposeInt('lastDay', { description: 'Used in the last 24 hours.' }),
    usedLastWeek: t.exposeInt('lastWeek', { description: 'Used in the last 7 days.' }),
    usedLastMonth: t.exposeInt('lastMonth', { description: 'Used in the last 30 days.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last of them was used, searches by the hour; null: there is none.',
    }),
  }),
})

const SessionRef = builder.objectRef<ListedOperatorSession>('OperatorSession').implement({
  description: 'A browser that is signed in as the operator.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies it in lists; it grants no access.',
      resolve: ({ id }) => String(id),
    }),
    name: t.exposeString('name', { description: 'Browser and system, such as Firefox on Linux.' }),
    current: t.exposeBoolean('isCurrent', { description: 'Whether the caller uses it.' }),
    signedInAt: t.expose('createdAt', { type: 'DateTime', description: 'When it signed in.' }),
    lastSeenAt: t.expose('seenAt', {
      type: 'DateTime',
      description: 'When it last asked for something, by the minute.',
    }),
  }),
})

const OperatorRef = builder.objectRef<object>('Operator').implement({
  description:
    "The instance as a whole, in numbers: nothing of what a configuration or a history holds, and nobody's name.",
  fields: (t) => ({
    health: t.field({
      type: HealthRef,
      description: 'Whether the service can serve.',
      resolve: (_root, _args, { services }) => services.operator.health(),
    }),
    process: t.field({
      type: ProcessLoadRef,
      description: 'Of the process that answers; `/metrics` has all workers.',
      resolve: (_root, _args, { services }) => services.operator.process(),
    }),
    machine: t.field({
      type: MachineLoadRef,
      description: 'The machine of the process that answers.',
      resolve: (_root, _args, { services }) => services.operator.machine(),
    }),
    configurations: t.field({
      type: ConfigurationsRef,
      description: 'How many there are and when they were used.',
      resolve: (_root, _args, { services }) => services.operator.configurations(),
    }),
    devices: t.int({
      description: 'Devices that are signed in, of all configurations.',
      resolve: (_root, _args, { services }) => services.operator.devices(),
    }),
    limits: t.field({
      type: [LimitRef],
      description: 'Limits, and how often each refused since the process that answers was started.',
      resolve: (_root, _args, { services }) => [...services.operator.limits()],
    }),
    upstreams: t.field({
      type: [UpstreamRef],
      description: 'How sources and trackers answered in the last 24 hours, over everybody.',
      resolve: async (_root, _args, { services }) => [...(await services.operator.upstreams())],
    }),
    trackerEvents: t.field({
      type: TrackerEventsRef,
      description: 'What is yet to be reported to trackers.',
      resolve: (_root, _args, { services }) => services.operator.trackerEvents(),
    }),
    animeLists: t.field({
      type: AnimeListsRef,
      description: 'The lists of anime identifiers.',
      resolve: (_root, _args, { services }) => services.operator.animeLists(),
    }),
    backups: t.field({
      type: BackupsRef,
      description: 'What there is to back up, and the copies that were made.',
      resolve: (_root, _args, { services }) => services.operator.backups(),
    }),
    sessions: t.field({
      type: [SessionRef],
      description: 'Browsers that are signed in as the operator, the latest first.',
      resolve: async (_root, _args, { services, operator }) => [
        ...(await services.operatorSessions.list(operator)),
      ],
    }),
  }),
})

builder.queryField('operator', (t) =>
  t.field({
    type: OperatorRef,
    description:
      'For the operator alone, whose browser signs in at `/session/operator` with ADMIN_PASSWORD; UNAUTHORIZED for everybody else, whatever else they may.',
    authScopes: { operator: true },
    resolve: () => ({}),
  }),
)
