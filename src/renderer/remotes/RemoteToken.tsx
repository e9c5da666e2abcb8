import { useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import type { Remote } from '../../shared/contract/remote-calls'
import { Form, TextField } from '../ui/Field'
import { remoteTexts as t } from './texts'
import { Button } from '../ui/Parts'

/** Asks for the token of a known server. `retry` repeats the refused operation with it. */
export function RemoteToken({
  remote,
  retry,
  idle,
  onKeep
}: {
  remote: Remote
  retry: boolean
  idle: boolean
  onKeep: (token: string | undefined) => void
}): ReactElement {
  const [token, setToken] = useState('')
  const plain = token.trim()
  const form = useRef<HTMLFormElement>(null)
  // The field was opened on request or after a refusal, so it takes the focus.
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <Form ref={form} className="remote-token" aria-label={t.tokenFor(remote.name)} onSubmit={() => onKeep(plain || undefined)}>
      <TextField
        label={t.tokenFor(remote.name)}
        hint={
          remote.token && !retry ? 'This server has a token. Enter a new token to replace it, or leave the field empty to delete it' : t.tokenHint
        }
        type="password"
        value={token}
        maxLength={2000}
        onChange={setToken}
      />
      <Button label={retry ? 'Save token and try again' : 'Save token'} small submit disabled={!idle || (plain === '' && (retry || !remote.token))} />
    </Form>
  )
}
