import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../shared/base/problem'
import { readGraphml } from './graphml'

const read = (body: string, attributes = ''): ReturnType<typeof readGraphml> =>
  readGraphml(`<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns" ${attributes}>${body}</graphml>`)

/** As `networkx.write_graphml` writes a DiGraph with attributes. */
const NETWORKX = `
  <key id="d3" for="edge" attr.name="difficulty" attr.type="long" />
  <key id="d2" for="edge" attr.name="risks" attr.type="string"><default>dark</default></key>
  <key id="d1" for="node" attr.name="label" attr.type="string" />
  <key id="d0" for="node" attr.name="description" attr.type="string" />
  <graph edgedefault="directed">
    <node id="mill"><data key="d0">Wheels &amp; water</data><data key="d1">The Mill</data></node>
    <node id="pond" />
    <edge source="mill" target="pond"><data key="d3">4</data><data key="d2">slippery; deep water</data></edge>
    <edge source="pond" target="mill" />
  </graph>`

/** As Gephi exports it. */
const GEPHI = `
  <key attr.name="label" attr.type="string" for="node" id="label"/>
  <key attr.name="Edge Label" attr.type="string" for="edge" id="edgelabel"/>
  <key attr.name="weight" attr.type="double" for="edge" id="weight"/>
  <key attr.name="x" attr.type="float" for="node" id="x"/>
  <key attr.name="y" attr.type="float" for="node" id="y"/>
  <graph edgedefault="undirected">
    <node id="0"><data key="label">The Mill</data><data key="x">-12.5</data><data key="y">3.0</data></node>
    <node id="1.0"><data key="label">The Pond</data></node>
    <edge id="7" source="0" target="1.0"><data key="weight">1.0</data></edge>
    <edge id="8" source="0" target="1.0" directed="true"/>
    <edge id="9" source="0" target="0"/>
  </graph>`

/** As yEd saves it: what is drawn stands in elements of its own, groups are graphs in nodes. */
const YED = `
  <key for="node" id="d6" yfiles.type="nodegraphics"/>
  <key for="edge" id="d10" yfiles.type="edgegraphics"/>
  <key attr.name="description" attr.type="string" for="node" id="d5"/>
  <graph edgedefault="directed" id="G">
    <node id="n0" yfiles.foldertype="group">
      <data key="d6"><y:ProxyAutoBoundsNode><y:Realizers><y:GroupNode><y:Geometry x="0" y="0"/><y:NodeLabel>Mill Lands</y:NodeLabel></y:GroupNode></y:Realizers></y:ProxyAutoBoundsNode></data>
      <graph edgedefault="directed" id="n0:">
        <node id="n0::n0">
          <data key="d5" xml:space="preserve"><![CDATA[Wheels & water]]></data>
          <data key="d6"><y:ShapeNode><y:Geometry height="30.0" width="60.0" x="200.5" y="-40.0"/><y:NodeLabel alignment="center">The Mill<y:LabelModel/></y:NodeLabel></y:ShapeNode></data>
        </node>
        <node id="n0::n1"><data key="d6"><y:ShapeNode><y:NodeLabel>The Mill</y:NodeLabel></y:ShapeNode></data></node>
      </graph>
    </node>
    <edge id="n0::e0" source="n0::n0" target="n0::n1"><data key="d10"><y:PolyLineEdge><y:EdgeLabel>north</y:EdgeLabel></y:PolyLineEdge></data></edge>
  </graph>
  <data key="d7"><y:Resources/></data>`

describe('GraphML of others', () => {
  it('of networkx: attributes under any key, defaults, meaningful ids', () => {
    expect(read(NETWORKX)).toEqual({
      regions: [],
      places: [
        { id: 'mill', name: 'The Mill', description: 'Wheels & water' },
        { id: 'pond', name: 'pond' }
      ],
      journeys: [
        { from: 'mill', to: 'pond', difficulty: 4, risks: ['slippery', 'deep water'] },
        { from: 'pond', to: 'mill', risks: ['dark'] }
      ],
      notes: []
    })
  })

  it('of Gephi: generated ids are replaced by names, and an undirected edge becomes two journeys', () => {
    expect(read(GEPHI)).toEqual({
      regions: [],
      places: [
        { id: 'the-mill', name: 'The Mill', position: { x: -12.5, y: 3 } },
        { id: 'the-pond', name: 'The Pond' }
      ],
      journeys: [
        { from: 'the-mill', to: 'the-pond' },
        { from: 'the-pond', to: 'the-mill' },
        { from: 'the-mill', to: 'the-pond' },
        { from: 'the-mill', to: 'the-mill' }
      ],
      notes: ['Not imported, because a map has no such field: weight.', '1 edge without a direction became a journey in each direction.']
    })
  })

  it('of yEd: labels, positions and groups as drawn', () => {
    expect(read(YED, 'xmlns:y="http://www.yworks.com/xml/graphml"')).toEqual({
      regions: [{ id: 'mill-lands', name: 'Mill Lands' }],
      places: [
        { id: 'the-mill', name: 'The Mill', region: 'mill-lands', description: 'Wheels & water', position: { x: 200.5, y: -40 } },
        { id: 'the-mill-2', name: 'The Mill', region: 'mill-lands' }
      ],
      journeys: [{ from: 'the-mill', to: 'the-mill-2', direction: 'north' }],
      notes: []
    })
  })

  it('is refused with a sentence if it is something else', () => {
    const why = (work: () => unknown): string => {
      try {
        work()
      } catch (thrown) {
        return (thrown as Problem).message
      }
      return expect.fail('this was not refused')
    }
    expect(why(() => readGraphml('<svg/>'))).toContain('not GraphML, because it begins with <svg>')
    expect(why(() => read('<graph/>'))).toContain('This file contains no regions, locations or journeys')
    expect(why(() => read('<graph><node id="a"/><node id="a"/></graph>'))).toContain('Two nodes have the id "a"')
    expect(
      why(() => read('<key id="d" for="edge" attr.name="difficulty"/><graph><edge source="a" target="b"><data key="d">hard</data></edge></graph>'))
    ).toContain('journeys[0]: `difficulty`')
  })
})
