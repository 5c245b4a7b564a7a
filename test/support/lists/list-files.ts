/** Small files in the shape of the published lists. Everybody in them is invented. */

export const listFile = (name: string, text: string) => ({
  name,
  bytes: new TextEncoder().encode(text),
});

export const sdnCsv = `36,"VARNOVIA AIR FREIGHT",-0- ,"TESTLAND",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"a.k.a. 'VAF'."\r
540,"BLUE HERON","vessel","TESTLAND-EO1",-0- ,-0- ,"Tanker",-0- ,-0- ,-0- ,-0- ,"IMO 0000001"\r
2674,"TERENKOV, Oleg Maximovich","individual","TESTLAND] [NARNIA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 07 Oct 1961; alt. DOB 1962; nationality Ruritania; Passport 1."\r
\u001A`;

export const altCsv = `2674,11,"aka","TERENKOFF, Oleg",-0- \r\n36,12,"fka","VARNOVIA CARGO COMPANY LIMITED",-0- \r\n`;

export const addCsv = `2674,21,"1 Elm Street","Strelsau","Ruritania",-0- \r\n`;

export const sdnXml = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://example.org/sdn">
  <publshInformation><Publish_Date>10/08/2026</Publish_Date><Record_Count>2</Record_Count></publshInformation>
  <sdnEntry>
    <uid>2674</uid><firstName>Oleg Maximovich</firstName><lastName>TERENKOV</lastName><sdnType>Individual</sdnType>
    <programList><program>TESTLAND</program><program>NARNIA</program></programList>
    <akaList><aka><uid>1</uid><type>a.k.a.</type><category>strong</category><lastName>TERENKOFF</lastName><firstName>Oleg</firstName></aka>
      <aka><uid>2</uid><type>a.k.a.</type><category>weak</category><lastName>THE HERON</lastName></aka></akaList>
    <addressList><address><uid>3</uid><city>Strelsau</city><country>Ruritania</country></address></addressList>
    <dateOfBirthList><dateOfBirthItem><uid>4</uid><dateOfBirth>07 Oct 1961</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>
  </sdnEntry>
  <sdnEntry><uid>36</uid><lastName>VARNOVIA AIR FREIGHT</lastName><sdnType>Entity</sdnType><programList><program>TESTLAND</program></programList></sdnEntry>
</sdnList>`;

export const euXml = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-10-07T15:24:03.123+02:00" globalFileId="1">
  <sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.1.1" logicalId="13">
    <regulation regulationType="regulation" programme="TST"/>
    <subjectType code="person" classificationCode="P"/>
    <nameAlias firstName="Miro" middleName="" lastName="Kalvenas" wholeName="Miro Kalvenas" strong="true" logicalId="1"/>
    <nameAlias firstName="" middleName="" lastName="" wholeName="Миро Калвенас" strong="true" logicalId="2"/>
    <nameAlias firstName="" middleName="" lastName="" wholeName="Miki" strong="false" logicalId="3"/>
    <citizenship countryIso2Code="LT" countryDescription="LITHUANIA"/>
    <birthdate circa="false" birthdate="1970-04-28" year="1970"/>
  </sanctionEntity>
  <sanctionEntity euReferenceNumber="EU.2.2" logicalId="14">
    <subjectType code="enterprise" classificationCode="E"/>
    <nameAlias wholeName="Ostwind Reederei GmbH" strong="true"/>
    <address countryIso2Code="00" countryDescription="UNKNOWN"/>
  </sanctionEntity>
</export>`;

export const euCsv = `\uFEFFfileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_SubjectType;Entity_SubjectType_ClassificationCode;Entity_Regulation_Programme;NameAlias_LastName;NameAlias_FirstName;NameAlias_MiddleName;NameAlias_WholeName;BirthDate_BirthDate;BirthDate_Year;Citizenship_CountryIso2Code;Citizenship_CountryDescription
07/10/2026;13;EU.1.1;P;person;TST;Kalvenas;Miro;;Miro Kalvenas;;;;
07/10/2026;13;EU.1.1;P;person;TST;;;;Миро Калвенас;;;;
07/10/2026;13;EU.1.1;P;person;TST;;;;;1970-04-28;1970;LT;LITHUANIA
07/10/2026;14;EU.2.2;E;enterprise;TST;;;;"Ostwind; Reederei GmbH";;;;
`;

export const unXml = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="2026-10-06T23:00:05.475Z">
  <INDIVIDUALS><INDIVIDUAL>
    <DATAID>69</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>HARUN</FIRST_NAME><SECOND_NAME>SELDANI</SECOND_NAME><THIRD_NAME>QORVAN</THIRD_NAME>
    <UN_LIST_TYPE>Testland</UN_LIST_TYPE><REFERENCE_NUMBER>TLi.001</REFERENCE_NUMBER><NAME_ORIGINAL_SCRIPT>هارون سلداني قورفان</NAME_ORIGINAL_SCRIPT>
    <NATIONALITY><VALUE>Zubrowka</VALUE></NATIONALITY>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Haroon Seldany</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Abu Test</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1968-04-11</DATE></INDIVIDUAL_DATE_OF_BIRTH>
  </INDIVIDUAL></INDIVIDUALS>
  <ENTITIES><ENTITY>
    <DATAID>70</DATAID><FIRST_NAME>QORVAN RELIEF TRUST</FIRST_NAME><UN_LIST_TYPE>Testland</UN_LIST_TYPE><REFERENCE_NUMBER>TLe.002</REFERENCE_NUMBER>
    <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>QRT</ALIAS_NAME></ENTITY_ALIAS>
    <ENTITY_ADDRESS><COUNTRY>Zubrowka</COUNTRY></ENTITY_ADDRESS>
  </ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`;

export const ukXml = `<?xml version="1.0" encoding="utf-8"?>
<Designations><DateGenerated>08/10/2026</DateGenerated>
  <Designation><LastUpdated>04/08/2026</LastUpdated><UniqueID>TST0006</UniqueID><OFSIGroupID>7001</OFSIGroupID>
    <Names>
      <Name><Name1>Petra</Name1><Name2>Ilse</Name2><Name6>VANDERMOLT</Name6><NameType>Primary Name</NameType></Name>
      <Name><Name6>Petra Molt</Name6><NameType>Alias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name>
    </Names>
    <NonLatinNames><NonLatinName><NameNonLatinScript>Петра Вандермольт</NameNonLatinScript></NonLatinName></NonLatinNames>
    <RegimeName>The Testland (Sanctions) Regulations</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
    <Addresses><Address><AddressCountry>Ruritania</AddressCountry></Address></Addresses>
    <IndividualDetails><Individual><DOBs><DOB>dd/mm/1950</DOB></DOBs><Nationalities><Nationality>Ruritania</Nationality></Nationalities></Individual></IndividualDetails>
  </Designation>
</Designations>`;

export const ofsiXml = `<?xml version="1.0" encoding="utf-8"?>
<ArrayOfFinancialSanctionsTarget xmlns="http://schemas.hmtreasury.gov.uk/ofsi/consolidatedlist">
  <FinancialSanctionsTarget><name1>Petra</name1><Name6>VANDERMOLT</Name6><AliasType>Primary name</AliasType><GroupTypeDescription>Individual</GroupTypeDescription><RegimeName>Testland</RegimeName><Country>Ruritania</Country><LastUpdated>2026-08-04T00:00:00</LastUpdated><GroupID>7001</GroupID></FinancialSanctionsTarget>
  <FinancialSanctionsTarget><Name6>Petra Molt</Name6><AliasType>AKA</AliasType><AliasQuality>Low</AliasQuality><GroupTypeDescription>Individual</GroupTypeDescription><GroupID>7001</GroupID></FinancialSanctionsTarget>
</ArrayOfFinancialSanctionsTarget>`;

export const ofsiCsv = `Last Updated,03/06/2026
Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,Non-Latin Script Type,Non-Latin Script Language,DOB,Town of Birth,Country of Birth,Nationality,Country,Other Information,Group Type,Alias Type,Alias Quality,Regime,Listed On,Last Updated,Group ID
VANDERMOLT,Petra,Ilse,,,,,Петра Вандермольт,,,00/00/1950,,,(1) Ruritania (2) Zubrowka,,"Notes, with a comma",Individual,Primary name,,Testland,01/01/2020,01/01/2020,7001
Petra Molt,0,0,,,,,,,,,,,,,,Individual,AKA,Low quality a.k.a,Testland,01/01/2020,01/01/2020,7001
`;

export const ukCsv = `Report Date: 08-Oct-2026
Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Regime Name,Designation Type,Address Country,D.O.B,Nationality(/ies)
04/08/2026,TST0006,7001,,VANDERMOLT,Petra,Ilse,,,,Primary Name,,,,Testland,Individual,Ruritania,00/00/1950,Ruritania
04/08/2026,TST0006,7001,,Petra Molt,,,,,,Alias,Low quality,,,Testland,Individual,,,
04/08/2026,TST0007,7002,,HERON SHIPPING LTD,,,,,,Primary Name,,,,Testland,Entity,Zubrowka,,
`;
