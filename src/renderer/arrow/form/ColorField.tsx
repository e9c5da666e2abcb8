import type { ReactElement } from 'react'
import { Field } from '../../ui/Field'
import { endStep } from '../edits'
import { useClosed, type LiveProps } from './controls'

/** A colour as six or eight hexadecimal digits; with eight, its opacity can be set, too. */
export function ColorField({ label, value, onChange }: LiveProps<string>): ReactElement {
  const isClosed = useClosed()
  const digits = /^([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(value)
  const [rgb, alpha] = [digits?.[1]?.toLowerCase() ?? 'ffffff', digits?.[2] ?? (value.length === 6 ? undefined : 'ff')]
  return (
    <div className="numbers-row">
      <Field label={label}>
        {(tied) => (
          <input
            type="color"
            {...tied}
            className="field-input arrow-color"
            disabled={isClosed}
            value={`#${rgb}`}
            onChange={({ target }) => onChange(`${target.value.slice(1).toLowerCase()}${alpha ?? ''}`)}
            onBlur={endStep}
          />
        )}
      </Field>
      {alpha !== undefined && (
        <Field label="Opacity">
          {(tied) => (
            <input
              type="range"
              {...tied}
              min={0}
              max={255}
              disabled={isClosed}
              value={Number.parseInt(alpha, 16)}
              onChange={({ target }) => onChange(`${rgb}${Number(target.value).toString(16).padStart(2, '0')}`)}
              onBlur={endStep}
            />
          )}
        </Field>
      )}
    </div>
  )
}
