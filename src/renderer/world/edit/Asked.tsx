import { useMemo, useState, type ReactElement } from 'react'
import { own } from '../../../shared/json'
import { capitalised } from '../../../shared/labels'
import type { GameState } from '../../../shared/state'
import type { MapFormat } from '../../../shared/world-edits'
import { follow } from '../../prose/follow'
import { beside, onMap, useSession } from '../../session'
import { Chooser } from '../../ui/Chooser'
import { Modal } from '../../ui/Parts'
import { PictureForm } from '../picture/PictureForm'
import { connect, moveTo, removeSending } from '../edit-verbs'
import { findPlaces, findRegions } from './choices'
import { saveMap } from './files'
import { Left } from './Left'
import { wayTo } from './references'
import { editTexts } from './texts'

const t = editTexts.ask
const leave = (): void => onMap({ asking: undefined })

/** The question that the map asks, when it asks one. */
export function MapQuestions(): ReactElement | null {
  const asking = useSession((s) => s.mapping.asking)
  const state = useSession((s) => s.present?.state)
  return asking && state ? <Question key={asking.what} asking={asking} state={state} /> : null
}

type Asking = NonNullable<ReturnType<typeof useSession.getState>['mapping']['asking']>

function Question({ asking, state }: { asking: Asking; state: GameState }): ReactElement {
  const { places, regions } = state
  const find = useMemo(() => {
    if (asking.what === 'move') return findRegions({ regions })
    if (asking.what === 'connect') return findPlaces({ places, regions }, asking.from)
    const gone = asking.what === 'send' ? asking.edits.flatMap((edit) => (edit.op === 'remove' && edit.what !== 'journey' ? [edit.id] : [])) : []
    const inside = gone.flatMap((id) => Object.entries(places).flatMap(([place, { region }]) => (region === id ? [place] : [])))
    return findPlaces({ places, regions }, [...gone, ...inside])
  }, [asking, places, regions])
  const ask = (title: string, none: string, onChoose: (id: string) => void): ReactElement => (
    <Chooser title={title} placeholder={t.placeholder} none={none} find={find} onChoose={(one) => onChoose(one.id)} onClose={leave} />
  )
  switch (asking.what) {
    case 'connect': {
      const [first = ''] = asking.from
      const title = asking.from.length > 1 ? t.connectMany(asking.from.length) : t.connect(own(places, first)?.name ?? first)
      return ask(title, t.noPlace, (to) => void connect(asking.from, to))
    }
    case 'move':
      return ask(t.move(asking.places.length), t.noRegion, (region) => void moveTo(asking.places, region))
    case 'send':
      return ask(t.send, t.noPlace, (to) => void removeSending(asking.edits, to))
    case 'refused':
      return <Refused asking={asking} state={state} />
    case 'picture':
      return <PictureForm format={asking.format} onClose={leave} />
    case 'links':
      return <Left links={asking.links} onClose={leave} />
    default:
      return <Export />
  }
}

/** How many references the message itself names. */
const MAX_NAMED = 3

/** Why an edit or its undo is refused. References are listed when they lead somewhere, or when the message doesn't name them all. */
function Refused({ asking, state }: { asking: Extract<Asking, { what: 'refused' }>; state: GameState }): ReactElement {
  const references = asking.references.map((reference, i) => ({ reference, way: wayTo(reference, state, asking.about[i]) }))
  const isListed = references.length > MAX_NAMED || references.some(({ way }) => way !== undefined)
  const sends = asking.edits.some((edit) => edit.op === 'remove' && edit.what !== 'journey')
  return (
    <Modal title={asking.edits.some(({ op }) => op === 'remove') ? t.refused : t.inTheWay} onClose={leave} className="refused">
      <p role="alert">{asking.message}</p>
      {isListed && (
        <ul className="references">
          {references.map(({ reference, way }) => (
            <li key={reference}>
              <span>{capitalised(reference)}</span>
              {way && (
                <button
                  type="button"
                  className="button small"
                  onClick={() => {
                    leave()
                    if (way.goal.what === 'log') beside('log')
                    else follow(way.goal)
                  }}
                >
                  {t.goTo(way.name)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <footer className="form-foot">
        <button type="button" className="button" onClick={leave}>
          {t.close}
        </button>
        {sends && (
          <button type="button" className="button main" onClick={() => onMap({ asking: { what: 'send', edits: asking.edits } })}>
            {t.send}
          </button>
        )}
      </footer>
    </Modal>
  )
}

/** Asks in which form the map is saved, and whether with its secrets. */
function Export(): ReactElement {
  const [format, setFormat] = useState<MapFormat>('json')
  const [secrets, setSecrets] = useState(false)
  return (
    <Modal title={t.exportTitle} onClose={leave}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          leave()
          void saveMap(format, secrets)
        }}
      >
        <fieldset className="field bare">
          <legend>{t.format}</legend>
          {(['json', 'graphml'] as const).map((one) => (
            <label key={one} className="check">
              <input type="radio" name="map-format" checked={format === one} onChange={() => setFormat(one)} />
              <span>{t.formats[one]}</span>
            </label>
          ))}
        </fieldset>
        <label className="check">
          <input type="checkbox" checked={secrets} onChange={(event) => setSecrets(event.target.checked)} />
          <span>
            {t.secrets}
            <small>{t.secretsHint}</small>
          </span>
        </label>
        <footer className="form-foot">
          <button type="button" className="button" onClick={leave}>
            {t.close}
          </button>
          <button type="submit" className="button main">
            {t.download}
          </button>
        </footer>
      </form>
    </Modal>
  )
}
