import Button from '@mui/material/Button';
import { useState } from 'react';
import { Details, DetailSection } from '../../../src/components/kit/detail.tsx';
import { SidePanel } from '../../../src/components/kit/side-panel.tsx';

export function Opened() {
  const [kiln, setKiln] = useState<number | null>(1);
  if (kiln === null) return <Button onClick={() => setKiln(1)}>Open Kiln 1</Button>;
  const steps = {
    onClose: () => setKiln(null),
    onPrevious: kiln > 1 ? () => setKiln(kiln - 1) : null,
    onNext: kiln < 3 ? () => setKiln(kiln + 1) : null,
  };
  return (
    <div className="examples-panel">
      <SidePanel {...steps} label={`Kiln ${kiln}`} head={<h2>Kiln {kiln}</h2>}>
        <DetailSection title="Worth">
          <Details
            list={[
              { name: 'Sold', value: <b>$310.00</b> },
              { name: 'Clay', value: '−$40.00', isMinus: true },
            ]}
          />
        </DetailSection>
        <DetailSection>
          <Details list={[{ name: 'Built', value: '3 March 2021' }]} />
        </DetailSection>
      </SidePanel>
    </div>
  );
}
