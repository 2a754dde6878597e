import type { MachineLoad, ProcessLoad } from '../../services/operator/load.ts'
import { builder } from '../builder.ts'

export const ProcessLoadRef = builder.objectRef<ProcessLoad>('ProcessLoad').implement({
  description: 'What a process uses.',
  fields: (t) => ({
    cpu: t.exposeFloat('cpu', {
      description: 'Share of one core in the last seconds; above 1 where threads work, too.',
    }),
    busy: t.exposeFloat('busy', {
      description: 'Share of the last seconds in which it could begin no other request.',
    }),
    resident: t.expose('resident', {
      type: 'SafeInt',
      description: 'Bytes of memory that it holds, those that it could give back included.',
    }),
    heapUsed: t.expose('heapUsed', {
      type: 'SafeInt',
      description: 'Bytes of its objects, garbage included.',
    }),
    heapLimit: t.expose('heapLimit', {
      type: 'SafeInt',
      description: 'Most bytes that its objects may take.',
    }),
    ceiling: t.expose('ceiling', {
      type: 'SafeInt',
      description: 'MAX_MEMORY in bytes; near it, requests are refused.',
    }),
  }),
})

export const MachineLoadRef = builder.objectRef<MachineLoad>('MachineLoad').implement({
  description: 'What all programs of the machine use together.',
  fields: (t) => ({
    cores: t.exposeInt('cores', { description: 'How many the process may use.' }),
    load: t.exposeFloatList('load', {
      description: 'Processes that run or wait, on average of 1, 5 and 15 minutes; 0 on Windows.',
    }),
    memory: t.expose('memory', { type: 'SafeInt', description: 'Memory of the machine in bytes.' }),
    memoryFree: t.expose('memoryFree', {
      type: 'SafeInt',
      description: 'Free memory of the machine in bytes.',
    }),
    uptimeMs: t.field({
      type: 'SafeInt',
      description: 'Since it was switched on.',
      resolve: ({ uptimeMs }) => Math.round(uptimeMs),
    }),
  }),
})
