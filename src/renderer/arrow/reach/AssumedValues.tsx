import type { ReactElement } from 'react'
import type { ArrowDocument, SetOutside } from '../../../arrow'
import { LiveCheck, LiveNumber, LiveText } from '../form/controls'
import { assumeValue, useReach } from './state'

interface AssumedValuesProps {
  path: string
  document: ArrowDocument
  outside: readonly SetOutside[]
}

/** The variables and tags that only something outside the document sets; the assumed values of variables can be changed. */
export function AssumedValues({ path, document, outside }: AssumedValuesProps): ReactElement | null {
  const assume = useReach((s) => s.assume[path])
  if (outside.length === 0) return null
  return (
    <fieldset className="arrow-assumed">
      <legend>Set outside the document</legend>
      <p className="quiet">Nothing in the document sets these. Assume values, then run again.</p>
      {outside.map((one) => {
        const { variable, name, value } = one
        const type = document.resources.variables.get(variable ?? -1)?.type
        if (variable === undefined || type === undefined)
          return (
            <p key={name}>
              {name} <span className="quiet">{value === null ? 'none' : String(value)}</span>
            </p>
          )
        const now = assume?.[variable] ?? value ?? ''
        if (type === 'bool')
          return <LiveCheck key={variable} label={name} value={now === true} onChange={(isOn) => assumeValue(path, variable, isOn)} />
        const change = (next: number | string): void => assumeValue(path, variable, next)
        return type === 'num' ? (
          <LiveNumber key={variable} label={name} value={Number(now)} onChange={change} />
        ) : (
          <LiveText key={variable} label={name} value={String(now)} onChange={change} />
        )
      })}
    </fieldset>
  )
}
