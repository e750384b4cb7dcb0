import Button from '@mui/material/Button';
import { Package } from 'lucide-react';
import { Empty, Failed, Forbidden, Lines, Offline } from '../../../src/components/studio/list-states.tsx';
import { useToast } from '../../../src/components/toasts.tsx';
import { ApiError } from '../../../src/lib/api.ts';

export function States() {
  const toast = useToast();
  return (
    <>
      <section className="panel-card">
        <h2>Empty</h2>
        <Empty icon={Package} text="What was fired will be here.">
          <Button variant="contained" color="primary" onClick={() => toast({ text: 'It is in the kiln.' })}>
            Fire something
          </Button>
        </Empty>
      </section>
      <section className="panel-card">
        <h2>Loading</h2>
        <Lines count={4} />
      </section>
      <section className="panel-card">
        <h2>Failed</h2>
        <Failed error={new ApiError(500, { code: 'internal-error' })} onRetry={() => toast({ text: 'Asked again.' })} />
      </section>
      <section className="panel-card">
        <h2>Forbidden</h2>
        <Forbidden />
      </section>
      <section className="panel-card">
        <h2>Offline</h2>
        <Offline />
      </section>
    </>
  );
}
