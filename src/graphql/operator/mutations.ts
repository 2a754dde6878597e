import { builder } from '../builder.ts'
import { BackupRef } from './backups.ts'

builder.mutationFields((t) => ({
  makeBackup: t.field({
    type: BackupRef,
    description:
      'Copies the SQLite database while the service runs, and deletes all but the seven latest copies. BAD_REQUEST on MySQL, SERVICE_UNAVAILABLE while another runs.',
    authScopes: { operator: true },
    resolve: (_root, _args, { services }) => services.operator.backUp(),
  }),
  revokeOperatorSession: t.boolean({
    description: "Signs a browser of the operator's out. NOT_FOUND for any other id.",
    authScopes: { operator: true },
    args: { id: t.arg.id({ required: true, description: 'Of one of `operator.sessions`.' }) },
    resolve: (_root, { id }, { services }) => services.operatorSessions.revoke(id),
  }),
}))
