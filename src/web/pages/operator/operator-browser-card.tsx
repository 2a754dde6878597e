import { useLingui } from '@lingui/react/macro'
import { useOperator, useOperatorMutation } from '../../data/operator.ts'
import { OperatorSessionsDocument, RevokeOperatorSessionDocument } from '../../documents.ts'
import { BrowserLine } from '../../parts/browser-line.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Tile } from './figures.tsx'
import { useForms } from './use-forms.ts'

/** Browsers that are signed in as the operator; each but this one can be signed out. */
export function OperatorBrowserCard() {
  const { t } = useLingui()
  const { time } = useForms()
  const asked = useOperator('sessions', OperatorSessionsDocument)
  const { mutate, error } = useOperatorMutation(RevokeOperatorSessionDocument)
  return (
    <Tile
      title={t`Signed in as operator`}
      hint={t`Ends one hour after the page was last open, after twelve hours at the latest; a new password ends all.`}
      asked={asked}
    >
      {({ sessions }) => (
        <>
          {error && <FailureNotice error={error} />}
          {sessions.map(({ id, name, current, lastSeenAt }) => (
            <BrowserLine
              key={id}
              name={name}
              current={current}
              about={time(lastSeenAt)}
              signOut={() => mutate({ id })}
            />
          ))}
        </>
      )}
    </Tile>
  )
}
