import type { ReactElement } from 'react'
import { removeScene, setTitle, updateScene, usersOf } from '../../../arrow'
import { edit } from '../edits'
import type { DocumentView } from '../document-view'
import { arrowTexts } from '../arrow-texts'
import { formTexts } from './form-texts'
import { LiveText } from './controls'
import { NameField } from './NameField'
import { PanelForm, Users } from './PanelForm'
import { Button } from '../../ui/Parts'
import { counted } from '../../ui/amounts'

/** The form of the document and of the scene in view; shown while nothing is selected. */
export function DocumentForm({ shown: { document, scene, why } }: { shown: DocumentView }): ReactElement {
  const one = document.resources.scenes.get(scene)
  return (
    <PanelForm title={document.title.trim() === '' ? arrowTexts.list.untitled : document.title} kind="Document" why={why}>
      <LiveText label="Title" value={document.title} onChange={(title) => edit((now) => setTitle(now, title), { key: 'title' })} isFirst />
      {one && (
        <section>
          <h3>{one.macro ? 'Macro' : 'Scene'}</h3>
          <NameField
            key={scene}
            label="Name of the scene"
            now={one.name}
            faultOf={(name) =>
              [...document.resources.scenes].some(([id, { name: other }]) => id !== scene && other === name)
                ? 'Another scene or macro has this name. Choose another one.'
                : undefined
            }
            onSave={(name) => edit((now) => updateScene(now, scene, { name }))}
          />
          <LiveText
            label={formTexts.panel.notes}
            lines={2}
            hint={formTexts.panel.notesHint}
            value={one.notes ?? ''}
            onChange={(notes) => edit((now) => updateScene(now, scene, { notes }), { key: `${scene}/notes` })}
          />
          <p className="hint numbers">{counted(one.map.size, 'node')}</p>
          <Users document={document} users={usersOf(document, scene)} />
          {why === undefined && document.resources.scenes.size > 1 && (
            <Button
              label={one.macro ? 'Remove macro' : 'Remove scene'}
              small
              className="form-button"
              onClick={() => edit((now) => removeScene(now, scene).document)}
            />
          )}
        </section>
      )}
    </PanelForm>
  )
}
