import { useMemo, useState, type ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import { capitalised } from '../../../../shared/words/labels'
import type { GameState } from '../../../../shared/story/state'
import type { Lore } from '../../../../shared/story/lore'
import type { MapFormat, LinksLeft, Reference } from '../../../../shared/contract/world-edits'
import { openAt } from '../../../files/open-at'
import { openFormOf } from '../../../files/form-request'
import { openForm, showPanel, updateMap, useSession, goTo } from '../../../session'
import type { MapQuestion } from '../../../store/map-state'
import { Checkbox, Form, FormFoot } from '../../../ui/Field'
import { Chooser } from '../../../ui/Chooser'
import { Button, Modal } from '../../../ui/Parts'
import { MapImageForm } from '../../image/MapImageForm'
import { connect, moveTo, removeSending, withChosen } from '../edit-world'
import { editWorld, removeNames } from '../../../fields/save-edits'
import { findPlaces, findRegions, orNew } from '../fields/choices'
import { saveMap } from '../transfer/files'
import { referenceLink } from './reference-link'
import { showEntry } from '../../story/shown'
import { editTexts } from '../texts'

const t = editTexts.ask
const leave = (): void => updateMap({ question: undefined })

/** The dialog of the map's open question, if there is one. */
export function MapQuestions(): ReactElement | null {
  const question = useSession((s) => s.mapState.question)
  const present = useSession((s) => s.present)
  return question && present ? <MapDialog key={question.what} question={question} world={present} /> : null
}

interface World {
  state: GameState
  lore: Lore
}

function MapDialog({ question, world }: { question: MapQuestion; world: World }): ReactElement {
  const { places, regions } = world.state
  const find = useMemo(() => {
    if (question.what === 'move') return orNew(findRegions({ regions }), 'region')
    if (question.what === 'connect') return orNew(findPlaces({ places, regions }, question.from), 'place')
    const removed =
      question.what === 'send' ? question.edits.flatMap((edit) => (edit.op === 'remove' && edit.what !== 'journey' ? [edit.id] : [])) : []
    const inside = removed.flatMap((id) => Object.entries(places).flatMap(([place, { region }]) => (region === id ? [place] : [])))
    const others = findPlaces({ places, regions }, [...removed, ...inside])
    // A new place would be in the region that goes.
    return removed.some((id) => Object.hasOwn(regions, id)) ? others : orNew(others, 'place')
  }, [question, places, regions])
  const ask = (title: string, none: string, onChoose: (id: string) => unknown): ReactElement => (
    <Chooser
      title={title}
      placeholder={t.placeholder}
      none={none}
      find={find}
      onChoose={(one) => void withChosen(question.what === 'move' ? 'region' : 'place', one.id, onChoose)}
      onClose={leave}
    />
  )
  switch (question.what) {
    case 'connect': {
      const [first = ''] = question.from
      const title = question.from.length > 1 ? t.connectMany(question.from.length) : t.connect(own(places, first)?.name ?? first)
      return ask(title, t.noPlace, (to) => connect(question.from, to))
    }
    case 'move':
      return ask(t.move(question.places.length), t.noRegion, (region) => moveTo(question.places, region))
    case 'send':
      return ask(t.send, t.noPlace, (to) => removeSending(question.edits, to))
    case 'refused':
      return <Refused question={question} world={world} />
    case 'picture':
      return <MapImageForm format={question.format} onClose={leave} />
    case 'links':
      return <LinksDialog links={question.links} onClose={leave} />
    default:
      return <Export />
  }
}

/** Shows what a reference is about, where it can be changed. */
function lead({ what, id, line }: Reference): void {
  switch (what) {
    case 'scene':
      return showPanel('log')
    case 'actor':
      return openFormOf('character', id)
    case 'event':
    case 'item':
    case 'table':
      return openFormOf(what, id)
    case 'place':
    case 'journey':
      return openForm({ what, id })
    case 'file':
      return openAt(id, line)
    default:
      return showEntry(what, id)
  }
}

/** The number of references that the message itself names. */
const MAX_NAMED = 3

/** Why an edit or its undo is refused. References are listed if they have a link, or if the message doesn't name them all. */
function Refused({ question, world }: { question: Extract<MapQuestion, { what: 'refused' }>; world: World }): ReactElement {
  const references = question.references.map((reference, i) => ({ reference, link: referenceLink(reference, world, question.about[i]) }))
  const isListed = references.length > MAX_NAMED || references.some(({ link }) => link !== undefined)
  const removes = question.edits.flatMap((edit) => (edit.op === 'remove-character' || edit.op === 'remove-event' ? [{ ...edit, anyway: true }] : []))
  const { names, anyway } = question
  const sends = question.edits.some((edit) => edit.op === 'remove' && edit.what !== 'journey')
  return (
    <Modal title={names || question.edits.some(({ op }) => op.startsWith('remove')) ? t.refused : t.inTheWay} onClose={leave}>
      <p role="alert">{question.message}</p>
      {isListed && (
        <ul className="references">
          {references.map(({ reference, link }) => (
            <li key={reference}>
              <span>{capitalised(reference)}</span>
              {link && (
                <Button
                  label={t.goTo(link.name)}
                  small
                  onClick={() => {
                    leave()
                    lead(link.to)
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <footer className="form-foot">
        <Button label={t.close} onClick={leave} />
        {(removes.length > 0 || (names && anyway)) && (
          <Button
            label={t.removeAnyway}
            main
            onClick={() => {
              leave()
              void (names ? removeNames(names, true) : editWorld(removes))
            }}
          />
        )}
        {sends && <Button label={t.send} main onClick={() => updateMap({ question: { what: 'send', edits: question.edits } })} />}
      </footer>
    </Modal>
  )
}

function Export(): ReactElement {
  const [format, setFormat] = useState<MapFormat>('json')
  const [secrets, setSecrets] = useState(false)
  return (
    <Modal title={t.exportTitle} onClose={leave}>
      <Form
        onSubmit={() => {
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
        <Checkbox label={t.secrets} hint={t.secretsHint} checked={secrets} onChange={setSecrets} />
        <FormFoot cancel={t.close} onCancel={leave} submit={t.download} />
      </Form>
    </Modal>
  )
}

function LinksDialog({ links, onClose }: { links: LinksLeft; onClose: () => void }): ReactElement {
  return (
    <Modal title={t.links} onClose={onClose}>
      <p className="quiet">{t.linksAbout}</p>
      <ul className="references links-left scrolls">
        {links.left.map((one) => (
          <Note key={one.path} one={one} onClose={onClose} />
        ))}
      </ul>
      {links.updated.length > 0 && <p className="quiet">{t.linksMended(links.updated)}</p>}
      <footer className="form-foot">
        <Button label={t.close} onClick={onClose} />
      </footer>
    </Modal>
  )
}

function Note({ one: { path, links, line, beat }, onClose }: { one: LinksLeft['left'][number]; onClose: () => void }): ReactElement {
  const n = useSession((s) => (beat === undefined ? undefined : s.beats.byId.get(beat)?.n))
  return (
    <li>
      <span>
        <span className="mono">{path}</span> <span className="quiet numbers">{t.linkCount(links)}</span>
        <br />
        <span className="quiet">{line}</span>
      </span>
      {beat !== undefined && (
        <Button
          label={t.wrote(n)}
          small
          onClick={() => {
            onClose()
            goTo(beat)
            showPanel('beat')
          }}
        />
      )}
    </li>
  )
}
