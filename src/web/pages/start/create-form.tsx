import { useLingui } from '@lingui/react/macro'
import type { ChangeEvent } from 'react'
import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useInstance } from '../../data/configuration.ts'
import { rememberConfiguration } from '../../data/opened.ts'
import { request } from '../../data/request.ts'
import { signIn } from '../../data/session.ts'
import { CreateConfigurationDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'

type Input = {
  readonly name: string
  readonly password: string
  readonly addonPassword: string
}

type Created = { readonly id: string; readonly password: string }

async function create({ name, password, addonPassword }: Input): Promise<Created> {
  const title = name.trim()
  const config = {
    ...(title !== '' && { name: title }),
    ...(addonPassword !== '' && { addonPassword }),
  }
  const { createUser } = await request(CreateConfigurationDocument, { config, password })
  rememberConfiguration(createUser.uuid, title || null)
  return { id: createUser.uuid, password }
}

export function CreateForm() {
  const { t } = useLingui()
  const isProtected = useInstance()?.protected ?? false
  const [input, setInput] = useState<Input>({ name: '', password: '', addonPassword: '' })
  const [remember, setRemember] = useState(false)
  // After a sign-in that failed, trying again signs in only.
  const created = useRef<Created>(null)
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      created.current ??= await create(input)
      await signIn({ ...created.current, remember })
    },
  })
  const set = (key: keyof Input) => (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    setInput((before) => ({ ...before, [key]: value }))
  }
  return (
    <form
      className="narrow"
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Stack>
        {error && <FailureNotice error={error} />}
        <TextInput
          label={t`Name`}
          description={t`What players and this browser call it. It can be changed later.`}
          placeholder={t`Home`}
          value={input.name}
          onChange={set('name')}
        />
        <PasswordInput
          label={t`Password`}
          description={t`At least 8 characters. Nobody can recover it.`}
          autoComplete="new-password"
          required
          minLength={8}
          value={input.password}
          onChange={set('password')}
        />
        {isProtected && (
          <PasswordInput
            label={t`Password of this server`}
            description={t`Its operator knows it.`}
            autoComplete="off"
            required
            value={input.addonPassword}
            onChange={set('addonPassword')}
          />
        )}
        <Checkbox
          label={t`Stay signed in for 90 days`}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button type="submit" loading={isPending}>
          {t`Create`}
        </Button>
      </Stack>
    </form>
  )
}
