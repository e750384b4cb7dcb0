import { closestCenter, DndContext, PointerSensor, useSensor, useSensors, type Announcements } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import {
  useEffect,
  useState,
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';

interface SortableProps {
  /** In the order in which they are drawn. */
  readonly ids: readonly string[];
  readonly onMove: (id: string, to: number) => void;
  readonly children: ReactNode;
}

/**
 * A list or grid whose order is changed by hand: with mouse, pen and finger by a handle, beyond the edge of the window
 * too. The page says by itself what moved where, in the person's language.
 */
export function Sortable({ ids, onMove, children }: SortableProps) {
  const [isDragging, setDragging] = useState(false);
  useEscapeFor(isDragging);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' }, restoreFocus: false }}
      onDragStart={() => setDragging(true)}
      onDragCancel={() => setDragging(false)}
      onDragEnd={({ active, over }) => {
        setDragging(false);
        if (over && over.id !== active.id) onMove(String(active.id), ids.indexOf(String(over.id)));
      }}
    >
      <SortableContext items={[...ids]} strategy={rectSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/**
 * While something is dragged, Escape puts it back and does nothing else. A dialog around it keeps the key to itself, so
 * it is taken before the dialog and handed to the drag, which listens at the document.
 */
function useEscapeFor(isDragging: boolean): void {
  useEffect(() => {
    if (!isDragging) return undefined;
    const hand = (event: globalThis.KeyboardEvent): void => {
      if (event.code !== 'Escape' || event.target === document) return;
      event.stopPropagation();
      // By its place alone, which is what the drag asks for: nobody who asks for the key's name hears it.
      document.dispatchEvent(new globalThis.KeyboardEvent('keydown', { code: 'Escape' }));
    };
    addEventListener('keydown', hand, true);
    return () => removeEventListener('keydown', hand, true);
  }, [isDragging]);
}

const nothing = (): undefined => undefined;
const silent: Announcements = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

interface SortableItem {
  readonly item: {
    readonly ref: Ref<HTMLDivElement>;
    readonly style: CSSProperties | undefined;
    readonly 'data-held': true | undefined;
  };
  readonly handle: Pick<HTMLAttributes<HTMLButtonElement>, 'onPointerDown' | 'onKeyDown'> & {
    readonly ref: Ref<HTMLButtonElement>;
  };
}

/**
 * What an item and its handle need. On the handle an arrow key moves it by one at once: fewer presses than taking it
 * up and putting it down, and the same for those who hear the page.
 */
export function useSortableItem(id: string, onStep: (by: 1 | -1) => void, isFixed = false): SortableItem {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id,
    disabled: isFixed,
  });
  const style = transform ? { transform: `translate(${transform.x}px, ${transform.y}px)`, transition } : undefined;
  return {
    item: { ref: setNodeRef, style, 'data-held': isDragging || undefined },
    handle: {
      ...listeners,
      ref: setActivatorNodeRef,
      onKeyDown: (event: KeyboardEvent) => {
        const by = stepOf(event.key);
        if (by === null) return;
        event.preventDefault();
        onStep(by);
      },
    },
  };
}

function stepOf(key: string): 1 | -1 | null {
  const isRtl = document.documentElement.dir === 'rtl';
  if (key === 'ArrowDown' || key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return 1;
  return key === 'ArrowUp' || key === (isRtl ? 'ArrowRight' : 'ArrowLeft') ? -1 : null;
}
