import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Stepper } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { drafts } from '../../data/drafts.ts'
import { session } from '../../data/session.ts'
import { useStore } from '../../data/store.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { StremioCard, TelevisionCard } from '../install/players.tsx'
import { SampleSearch } from '../search/sample-search.tsx'
import { CreateForm } from './create-form.tsx'
import { FirstSource } from './first-source.tsx'

/** From nothing to a film: four steps, each of which is a page of its own later. */
export function StartPage() {
  const { t } = useLingui()
  const isSignedIn = 'uuid' in useStore(session)
  const [step, setStep] = useState(isSignedIn ? 1 : 0)
  const shown = isSignedIn ? Math.max(step, 1) : 0
  // A step is no page of its own, so nobody would be asked before the draft is lost.
  const canGo = useStore(drafts) === 0 && isSignedIn
  return (
    <Stack className="page" gap="lg">
      <PageTitle title={t`Set up`} />
      <Stepper
        active={shown}
        onStepClick={canGo ? setStep : undefined}
        size="sm"
        labelPosition="bottom"
        wrap={false}
        styles={{ separator: { marginInline: 0 } }}
        allowNextStepsSelect={canGo}
      >
        <Stepper.Step label={t`Create`} allowStepSelect={false}>
          <CreateForm />
        </Stepper.Step>
        <Stepper.Step label={t`Source`}>{isSignedIn && <FirstSource />}</Stepper.Step>
        <Stepper.Step label={t`Test`}>{isSignedIn && <SampleSearch />}</Stepper.Step>
        <Stepper.Step label={t`Install`}>
          {isSignedIn && (
            <Stack>
              <StremioCard />
              <TelevisionCard />
            </Stack>
          )}
        </Stepper.Step>
      </Stepper>
      {isSignedIn && <Steps step={shown} setStep={setStep} canGo={canGo} />}
    </Stack>
  )
}

type StepsProps = {
  readonly step: number
  readonly setStep: (step: number) => void
  readonly canGo: boolean
}

function Steps({ step, setStep, canGo }: StepsProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isLast = step >= 3
  return (
    <Group justify="space-between">
      <Button variant="default" disabled={step <= 1 || !canGo} onClick={() => setStep(step - 1)}>
        {t`Back`}
      </Button>
      <Button
        disabled={!canGo}
        onClick={() => (isLast ? void navigate({ to: '/sources' }) : setStep(step + 1))}
      >
        {isLast ? t`Done` : t`Next`}
      </Button>
    </Group>
  )
}
