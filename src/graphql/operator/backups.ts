import type { OperatorService } from '../../services/operator/service.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

type Backups = Awaited<ReturnType<OperatorService['backups']>>
type Backup = Backups['made'][number]

const DatabaseKindRef = enumOf(
  'DatabaseKind',
  ['sqlite', 'mysql'] as const,
  'Where everything is stored.',
  { sqlite: 'SQLite, in one file.', mysql: 'On a server: MySQL or MariaDB.' },
)

export const BackupRef = builder.objectRef<Backup>('Backup').implement({
  description: 'A copy of the database, complete as of the moment it was begun.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of its file.' }),
    bytes: t.field({
      type: 'SafeInt',
      description: 'Size of its file.',
      resolve: ({ bytes }) => bytes,
    }),
    madeAt: t.expose('madeAt', { type: 'DateTime', description: 'When it was complete.' }),
  }),
})

export const BackupsRef = builder.objectRef<Backups>('Backups').implement({
  description: 'What there is to back up, and the copies that were made.',
  fields: (t) => ({
    database: t.expose('dialect', { type: DatabaseKindRef, description: 'What is backed up.' }),
    databaseBytes: t.expose('databaseBytes', {
      type: 'SafeInt',
      nullable: true,
      description: 'Size of the database file; null for MySQL.',
    }),
    folder: t.exposeString('folder', {
      description: 'Where copies are written, on the node that answers.',
    }),
    keyIsSet: t.exposeBoolean('keyIsSet', {
      description:
        'Whether SECRET_KEY comes from the environment; otherwise it is in `secret.key` of the data folder. Copies are worthless without it, and do not contain it.',
    }),
    keyChangedAt: t.expose('keyChangedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When `secret.key` was last written; null: there is no such file.',
    }),
    made: t.field({
      type: [BackupRef],
      description: 'The latest first.',
      resolve: ({ made }) => [...made],
    }),
  }),
})
